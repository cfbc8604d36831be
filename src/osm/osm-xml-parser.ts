import sax from 'sax';
import type { Tags } from '../geo/feature.js';
import type { ElementSink, MemberType, ReadCounts, RelationMember } from './element.js';
import { FormatError } from './format-error.js';
import { MAX_ATTRIBUTES, MAX_MEMBERS, MAX_TAGS, MAX_WAY_REFS, MAX_XML_DEPTH } from './limits.js';

type Attributes = Record<string, string | undefined>;

/** A node, way or relation whose end tag has not been read yet. */
interface Open {
  kind: MemberType;
  id: number;
  lon7: number;
  lat7: number;
  deleted: boolean;
  /** 0 if the file states no version. */
  version: number;
  refs: number;
  members: RelationMember[];
  /** In units of 1e-7 degrees; null if the file contains no center. */
  center: [lon7: number, lat7: number] | null;
  tags: Record<string, string> | null;
  tagCount: number;
}

const WHOLE = /^[+-]?[0-9]{1,18}$/;
const DECIMAL = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?$/;
const TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/;

/** The maximum length of a file's license note. No page needs more. */
const MAX_NOTE_LENGTH = 500;

/**
 * Receives an OSM XML file (https://wiki.openstreetmap.org/wiki/OSM_XML) piece by piece and passes its
 * elements to a sink. Objects marked as deleted are skipped and not counted. Unknown elements are skipped
 * with everything inside them. In a history file, which lists an object's versions one after another, only
 * the highest version is used.
 */
export class OsmXmlParser {
  readonly counts: ReadCounts = { nodes: 0, ways: 0, relations: 0 };
  readonly #sink: ElementSink;
  readonly #parser = sax.parser(true);
  #refs = new Float64Array(2048);
  #open: Open | null = null;
  /**
   * The last completed element, including its nodes if it is a way. Another version of the element may
   * follow.
   */
  #last: Open | null = null;
  #lastRefs = new Float64Array(2048);
  #depth = 0;
  /** The number of attributes on the element being read. */
  #attributes = 0;
  /** The depth within the unknown element being skipped; 0 if no element is being skipped. */
  #skipped = 0;

  constructor(sink: ElementSink) {
    this.#sink = sink;
    const parser = this.#parser;
    parser.onattribute = () => {
      if (++this.#attributes > MAX_ATTRIBUTES)
        throw new FormatError(`an element with more than ${MAX_ATTRIBUTES} attributes`);
    };
    parser.onopentag = (tag) => {
      this.#attributes = 0;
      this.#start(tag.name, tag.attributes as Attributes);
    };
    parser.onclosetag = (name) => {
      this.#end(name);
    };
    parser.ontext = (text) => {
      this.#text(text);
    };
    parser.onprocessinginstruction = ({ name, body }) => {
      checkEncoding(name, body);
    };
    parser.onerror = (error) => {
      throw new FormatError(`not well-formed XML (${error.message.split('\n', 1)[0]})`);
    };
  }

  /** The parser's position in the file, for messages. */
  get place(): string {
    return `line ${this.#parser.line + 1}, column ${this.#parser.column + 1}`;
  }

  /** @throws FormatError if the text is not well-formed or not OSM */
  write(text: string): void {
    this.#parser.write(text);
  }

  /** @throws FormatError if the text ends too early */
  close(): void {
    this.#parser.close();
    this.#handLast();
  }

  #start(name: string, attributes: Attributes): void {
    this.#depth++;
    if (this.#depth > MAX_XML_DEPTH) throw new FormatError(`elements nested deeper than ${MAX_XML_DEPTH}`);
    if (this.#skipped !== 0) return;
    if (this.#depth === 1) this.#root(name, attributes);
    else if (this.#depth === 2) this.#startTop(name, attributes);
    else if (this.#depth === 3 && this.#open !== null) this.#startInside(this.#open, name, attributes);
    else this.#skipped = this.#depth;
  }

  #root(name: string, attributes: Attributes): void {
    if (name === 'osmChange')
      throw new FormatError('this is a change file; apply it to a full extract first (osmium apply-changes)');
    if (name !== 'osm') throw new FormatError(`the root element is <${name.slice(0, 40)}>, not <osm>`);
    this.#timestamp(attributes['timestamp']);
    const { attribution, license, invented } = attributes;
    if (invented === 'yes') this.counts.isInvented = true;
    if (attribution !== undefined) this.counts.attribution = attribution.slice(0, MAX_NOTE_LENGTH);
    if (license !== undefined) this.counts.license = license.slice(0, MAX_NOTE_LENGTH);
  }

  #timestamp(text: string | undefined): void {
    if (text !== undefined && TIMESTAMP.test(text)) this.counts.timestamp = text;
  }

  #startTop(name: string, attributes: Attributes): void {
    if (name === 'node' || name === 'way' || name === 'relation')
      this.#open = this.#element(name, attributes);
    else if (name === 'tag' || name === 'nd' || name === 'member')
      throw new FormatError(`<${name}> outside of an element`);
    else {
      // Overpass writes the timestamp of its data to <meta>, and the error of a failed query to <remark>.
      if (name === 'meta') this.#timestamp(attributes['osm_base']);
      this.#skipped = this.#depth;
    }
  }

  #element(kind: MemberType, attributes: Attributes): Open {
    const id = whole(attributes, 'id', kind);
    const deleted = attributes['visible'] === 'false' || attributes['action'] === 'delete';
    const version = Number(attributes['version'] ?? 0) || 0;
    const open: Open = {
      ...{ kind, id, deleted, version },
      ...{ lon7: 0, lat7: 0, refs: 0, members: [], center: null, tags: null, tagCount: 0 },
    };
    if (kind === 'node' && !deleted) [open.lon7, open.lat7] = position(attributes, `node ${id}`);
    return open;
  }

  #startInside(open: Open, name: string, attributes: Attributes): void {
    if (name === 'tag') this.#tag(open, attributes);
    else if (name === 'nd' && open.kind === 'way') this.#node(open, attributes);
    else if (name === 'center' && open.kind !== 'node')
      open.center = position(attributes, `the center of ${open.kind} ${open.id}`);
    else if (name === 'member' && open.kind === 'relation') this.#member(open, attributes);
    else if (name === 'nd' || name === 'member' || name === 'node' || name === 'way' || name === 'relation') {
      throw new FormatError(`<${name}> inside ${open.kind} ${open.id}`);
    } else this.#skipped = this.#depth;
  }

  #tag(open: Open, attributes: Attributes): void {
    const { k, v } = attributes;
    if (k === undefined || v === undefined)
      throw new FormatError(`a tag of ${open.kind} ${open.id} lacks k or v`);
    if (++open.tagCount > MAX_TAGS)
      throw new FormatError(`${open.kind} ${open.id} has more than ${MAX_TAGS} tags`);
    open.tags ??= Object.create(null) as Record<string, string>;
    open.tags[k] = v;
  }

  /**
   * Adds a node to a way. With `out geom`, Overpass writes the position next to the node's id and adds no
   * node elements.
   */
  #node(open: Open, attributes: Attributes): void {
    const ref = whole(attributes, 'ref', 'nd');
    this.#ref(open, ref);
    if (open.deleted || attributes['lat'] === undefined || this.#sink.node === undefined) return;
    const [lon7, lat7] = position(attributes, `node ${ref}`);
    this.#sink.node(ref, lon7, lat7, null, 0);
  }

  #ref(open: Open, ref: number): void {
    if (open.refs === MAX_WAY_REFS)
      throw new FormatError(`way ${open.id} has more than ${MAX_WAY_REFS} nodes`);
    if (open.refs === this.#refs.length) {
      const grown = new Float64Array(open.refs * 2);
      grown.set(this.#refs);
      this.#refs = grown;
    }
    this.#refs[open.refs++] = ref;
  }

  #member(open: Open, attributes: Attributes): void {
    if (open.members.length === MAX_MEMBERS)
      throw new FormatError(`relation ${open.id} has more than ${MAX_MEMBERS} members`);
    const type = attributes['type'];
    if (type !== 'node' && type !== 'way' && type !== 'relation') {
      throw new FormatError(
        `a member of relation ${open.id} has the unknown type ${JSON.stringify((type ?? '').slice(0, 40))}`,
      );
    }
    open.members.push({ type, ref: whole(attributes, 'ref', 'member'), role: attributes['role'] ?? '' });
  }

  #text(text: string): void {
    // Overpass reports a truncated response only in this text.
    if (this.#depth === 2 && this.#skipped === 2 && /^\s*runtime error/.test(text)) {
      throw new FormatError(
        `the file is incomplete; the server that wrote it says: ${text.trim().slice(0, 200)}`,
      );
    }
  }

  #end(name: string): void {
    if (this.#skipped === this.#depth) this.#skipped = 0;
    this.#depth--;
    const open = this.#open;
    if (this.#depth !== 1 || open === null || name !== open.kind) return;
    this.#open = null;
    const last = this.#last;
    const isSame = last !== null && last.kind === open.kind && last.id === open.id;
    if (isSame && last.version >= open.version) return;
    if (!isSame) this.#handLast();
    this.#last = open;
    [this.#refs, this.#lastRefs] = [this.#lastRefs, this.#refs];
  }

  #handLast(): void {
    if (this.#last?.deleted === false) this.#hand(this.#last, this.#last.tags);
    else if (this.#last !== null) this.#sink.deleted?.(this.#last.kind, this.#last.id, this.#last.version);
    this.#last = null;
  }

  #hand(open: Open, tags: Tags | null): void {
    if (open.kind === 'node') {
      this.counts.nodes++;
      this.#sink.node?.(open.id, open.lon7, open.lat7, tags, open.version);
    } else if (open.kind === 'way') {
      this.counts.ways++;
      this.#sink.way?.(open.id, this.#lastRefs.subarray(0, open.refs), tags, open.version);
    } else {
      this.counts.relations++;
      this.#sink.relation?.(open.id, open.members, tags, open.version);
    }
    if (open.kind !== 'node' && open.center !== null) this.#sink.center?.(open.kind, open.id, ...open.center);
  }
}

function checkEncoding(name: string, body: string): void {
  const encoding = name === 'xml' ? /encoding\s*=\s*["']([^"']*)["']/.exec(body)?.[1] : undefined;
  if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding))
    throw new FormatError(`the encoding is ${encoding.slice(0, 40)}, not UTF-8`);
}

function whole(attributes: Attributes, name: string, element: string): number {
  const text = attributes[name];
  if (text === undefined) throw new FormatError(`<${element}> without ${name}`);
  const value = WHOLE.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value))
    throw new FormatError(
      `<${element}> with ${name} ${JSON.stringify(text.slice(0, 40))}, ` +
        `which is not a whole number within 2^53`,
    );
  return value;
}

/** @param of the object that has this position, for messages */
function position(attributes: Attributes, of: string): [lon7: number, lat7: number] {
  return [degrees(attributes, 'lon', 180, of), degrees(attributes, 'lat', 90, of)];
}

function degrees(attributes: Attributes, name: string, limit: number, of: string): number {
  const text = attributes[name];
  if (text === undefined) throw new FormatError(`${of} without ${name}`);
  const value = DECIMAL.test(text) ? Number(text) : NaN;
  if (!(Math.abs(value) <= limit))
    throw new FormatError(
      `${of} with ${name} ${JSON.stringify(text.slice(0, 40))}, which is not a number within ±${limit}`,
    );
  return Math.round(value * 1e7);
}
