"""Who follows tables from outside: the archive and the witness; later reports, tickets, many tables."""
