"""The steps that a floor's database has gone through, one file each, in the order of `down_revision`."""
