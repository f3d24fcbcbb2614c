"""New boards: unique by proof, rated on request, the same for the same seed everywhere."""

from termpuzzles.generator.batches import batch, cluster, local
from termpuzzles.generator.loop import NotFound, generate, making
from termpuzzles.generator.seeds import STREAM, rng_of

__all__ = ["STREAM", "NotFound", "batch", "cluster", "generate", "local", "making", "rng_of"]
