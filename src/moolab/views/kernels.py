"""Compiled kernels, where they are kept."""

from typing import Literal

from moolab.preparation import common
from moolab.support import kernel_cache
from moolab.views.base import Answer, View


class JobView(View):
    """Kernels that are needed together."""

    subject: str
    """What they are for."""
    kernels: int
    """How many they are."""
    kept: int
    """How many of them need not be compiled any more."""


class CacheView(Answer):
    """The compiled kernels that are kept."""

    schema: Literal["moolab/cache/1"] = "moolab/cache/1"
    folder: str | None
    """Where new ones are kept; null: nowhere."""
    key: str
    """What they depend on beside their sources: Python, processor and libraries."""
    files: int
    """How many there are, also for other games and of sources that have changed."""
    bytes: int
    """How large these are together."""
    jobs: tuple[JobView, ...]
    """What is kept of what common games need."""

    @classmethod
    def now(cls) -> "CacheView":
        """As it is now."""
        folder, files = kernel_cache.folder_to_write(), kernel_cache.kept_files()
        return cls(
            folder=None if folder is None else str(folder),
            key=kernel_cache.machine_key(),
            files=len(files),
            bytes=sum(file.stat().st_size for file in files),
            jobs=tuple(
                JobView(subject=job.subject, kernels=len(job.kernels), kept=len(job.kept))
                for job in common()
            ),
        )


class CacheClearView(Answer):
    """What was deleted."""

    schema: Literal["moolab/cache-clear/1"] = "moolab/cache-clear/1"
    files: int
    """How many files."""
    bytes: int
    """How large they were together."""
