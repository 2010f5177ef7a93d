"""Measurements that can be repeated: each prints ratios to a bare loop in the same run, so machines compare."""
