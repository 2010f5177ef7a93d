"""Who follows tables from outside: the archive; later reports, tickets, many tables."""
