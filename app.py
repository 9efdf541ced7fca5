"""The desk: page config and navigation, nothing else."""
