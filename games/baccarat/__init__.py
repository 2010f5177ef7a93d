"""Non-Commission Baccarat (rule document 001)."""
