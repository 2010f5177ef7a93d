"""Non-Commission Three Pictures (rule document 002)."""
