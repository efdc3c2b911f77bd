"""Games in a database: SQLite, or PostgreSQL for several servers."""
