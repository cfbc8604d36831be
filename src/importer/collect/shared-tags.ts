import type { Tags } from '../../geo/feature.js';

/**
 * Replaces equal tags with one shared object. The 117,000 roads of a map of Mongolia have 8,300 different
 * sets of tags, and a separate object for each road would take more memory than its positions. A profile also
 * evaluates its rules only once per object.
 */
export class SharedTags {
  readonly #known = new Map<string, Tags>();

  /** Returns the shared object for tags with the same keys and values in the same order. */
  shared(tags: Tags): Tags {
    let text = '';
    // The lengths separate keys from values, whatever characters they contain.
    for (const key in tags) text += `${key.length} ${tags[key].length} ${key}${tags[key]}`;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, tags);
    return tags;
  }
}
