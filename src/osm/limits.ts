/**
 * Limits on everything that a file can declare or repeat. These limits are checked before memory is
 * allocated.
 */

/** The maximum length of a blob header, from the PBF specification. */
export const MAX_BLOB_HEADER_BYTES = 64 * 1024;

/** The maximum length of a blob, packed or unpacked, from the PBF specification. */
export const MAX_BLOB_BYTES = 32 * 1024 * 1024;

/**
 * The maximum number of node references in a way. OSM allows 2,000 today; before 2009, some ways had tens of
 * thousands.
 */
export const MAX_WAY_REFS = 100_000;

/** The maximum number of members in a relation. OSM allows 32,000 today. */
export const MAX_MEMBERS = 100_000;

/**
 * The maximum total number of node references in an area's member ways. The largest outlines in OSM have
 * several hundred thousand node references. Vertex numbers have 26 bits (segment-set.ts).
 */
export const MAX_AREA_NODES = 2_000_000;

/**
 * The maximum number of tags on an element. OSM has no limit, and the largest elements seen have a few
 * hundred tags.
 */
export const MAX_TAGS = 20_000;

/**
 * The number of blobs to unpack ahead. Node's thread pool has four threads; unpacking more blobs would only
 * use more memory.
 */
export const DEFAULT_BLOBS_AHEAD = 4;

/**
 * The maximum ratio of unpacked to packed size. Real files reach ratios of 10 (gzipped XML) or 6 (PBF),
 * because ids and positions do not repeat. Only runs of blanks, or the same element repeated over and over,
 * compress a thousandfold.
 */
export const MAX_UNPACK_RATIO = 100;

/**
 * The unpacked size that is allowed for any file, because the ratio is meaningless for a file of a few
 * kilobytes.
 */
export const FREE_UNPACKED_BYTES = 16 * 1024 * 1024;

/**
 * The maximum number of attributes on an XML element. OSM uses nine attributes, and other programs add a few.
 */
export const MAX_ATTRIBUTES = 100;

/**
 * The maximum nesting depth of XML elements. OSM needs three levels; unknown elements may be nested more
 * deeply.
 */
export const MAX_XML_DEPTH = 64;
