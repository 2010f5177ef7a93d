"""Section 5 of document 001 on real processes, by taps on the real panel."""
