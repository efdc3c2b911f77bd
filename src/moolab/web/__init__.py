"""The laboratory in a browser and over HTTP; the extra ``web`` brings what it needs."""
