"""For auditors and laboratories: recompute, replay, verify, trace. Reads journals and lines, never a running table."""
