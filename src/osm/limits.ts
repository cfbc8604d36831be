/** Limits on everything that a file can declare or repeat. They are checked before memory is allocated. */

/** From the PBF specification: no blob header is longer. */
export const MAX_BLOB_HEADER_BYTES = 64 * 1024;

/** From the PBF specification: no blob is longer, neither packed nor unpacked. */
export const MAX_BLOB_BYTES = 32 * 1024 * 1024;

/** Node references of one way. OSM allows 2,000 today; before 2009, ways had up to some ten thousand. */
export const MAX_WAY_REFS = 100_000;

/** Members of one relation. OSM allows 32,000 today. */
export const MAX_MEMBERS = 100_000;

/**
 * Node references of all member ways of one area. The largest outlines in OSM have several hundred thousand.
 * Vertex numbers have 26 bits (segment-set.ts).
 */
export const MAX_AREA_NODES = 2_000_000;

/** Tags of one element. OSM has no limit; the largest elements seen have some hundred. */
export const MAX_TAGS = 20_000;

/** Blobs unpacked ahead. Node's thread pool has four threads; more blobs would only take more memory. */
export const DEFAULT_BLOBS_AHEAD = 4;

/**
 * How many times its size a packed file may unpack to. Real files reach 10 (XML with gzip) or 6 (PBF),
 * because ids and positions do not repeat. Only blanks, or one element again and again, pack a thousandfold.
 */
export const MAX_UNPACK_RATIO = 100;

/** The size that any file may unpack to: for a few kilobytes, the ratio says nothing. */
export const FREE_UNPACKED_BYTES = 16 * 1024 * 1024;

/** Attributes of one XML element. OSM uses nine; other programs add some of their own. */
export const MAX_ATTRIBUTES = 100;

/** How deep XML may be nested. OSM needs three levels; unknown elements may lie deeper. */
export const MAX_XML_DEPTH = 64;
