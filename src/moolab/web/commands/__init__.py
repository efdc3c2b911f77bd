"""Commands about the server."""
