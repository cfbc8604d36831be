/** The bounds of counting across processes, each with its reason. */

/**
 * Keys with a higher limit than this are leased. Below it a key sends 17 requests a second at most, so that asking for each costs nothing that matters, and `Remaining` is exact;
 * above it nobody looks at the last digits of `Remaining`.
 */
export const LEASED_ABOVE = 1_000;

/**
 * A lease is this part of what is left, divided by the number of processes: of a limit of a million with four processes 31,250 at first, fewer the
 * nearer the end, and none for the last ones. So all leases together hold an eighth of what is left at most, and a window takes a few hundred questions.
 */
export const LEASE_SHARE = 1 / 8;

/** A process that does not give a lease back for so long hangs, and is taken to have used it: its answer is a matter of a millisecond, or of tens under load. */
export const RECALL_MS = 200;

/**
 * After so long without an answer each process counts for itself. It is longer than `RECALL_MS`, which may be part of the wait, and long enough for a machine with more to do
 * than it can, on which the owner of the counts has to wait for its turn; a client hardly notices it.
 */
export const PATIENCE_MS = 500;

/** What others have left of a leased key is asked anew when it is older than this, so that `Remaining` is behind by a second of their requests at most. */
export const REFRESH_MS = 1_000;
