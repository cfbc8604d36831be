import { GrowableFloat64, GrowableUint32 } from '../../arrays/growable.js';
import type { ElementSink, MemberType, ReadCounts, ReadOptions } from '../../osm/element.js';
import { readOsm } from '../../osm/read.js';

/** By type and id, for objects that occur more than once: the number of the file from which to read them. */
type FileOf = Readonly<Record<MemberType, ReadonlyMap<number, number>>>;

/** Marks a deleted object that another file still contains. */
const NOWHERE = -1;

/**
 * Decides which file has the newest version of each object. Each object is then read from one file only: the
 * one with the highest version, or the first of several such files. If the highest version is a deletion, the
 * object is not read at all.
 */
export class NewestVersions {
  readonly #paths: readonly string[];
  /** Null if there is only one file. */
  readonly #fileOf: FileOf | null;

  private constructor(paths: readonly string[], fileOf: FileOf | null) {
    this.#paths = paths;
    this.#fileOf = fileOf;
  }

  /** Reads several OSM files once to find the newest versions. @param paths the OSM files */
  static async of(paths: readonly string[], signal?: AbortSignal): Promise<NewestVersions> {
    if (paths.length < 2) return new NewestVersions(paths, null);
    const seen = { node: new Seen(), way: new Seen(), relation: new Seen() };
    for (const path of paths) {
      for (const kind of Object.values(seen)) kind.beginFile();
      await readOsm(
        path,
        {
          node: (id, ...more) => seen.node.add(id, more[3], false),
          way: (id, _refs, _tags, version) => seen.way.add(id, version, false),
          relation: (id, _members, _tags, version) => seen.relation.add(id, version, false),
          deleted: (kind, id, version) => seen[kind].add(id, version, true),
        },
        signal === undefined ? {} : { signal },
      );
    }
    const { node, way, relation } = seen;
    return new NewestVersions(paths, {
      ...{ node: node.newest(), way: way.newest(), relation: relation.newest() },
    });
  }

  /** Reads one of the files and skips objects that have a newer version in another file. */
  read(path: string, sink: ElementSink, options: ReadOptions): Promise<ReadCounts> {
    const file = this.#paths.indexOf(path);
    const fileOf = this.#fileOf;
    if (fileOf === null) return readOsm(path, sink, options);
    const isNewest = (kind: MemberType, id: number): boolean => (fileOf[kind].get(id) ?? file) === file;
    const newest: ElementSink = {};
    if (sink.node !== undefined)
      newest.node = (id, ...more) => isNewest('node', id) && sink.node!(id, ...more);
    if (sink.way !== undefined) newest.way = (id, ...more) => isNewest('way', id) && sink.way!(id, ...more);
    if (sink.relation !== undefined)
      newest.relation = (id, ...more) => isNewest('relation', id) && sink.relation!(id, ...more);
    if (sink.center !== undefined)
      newest.center = (kind, id, ...more) => isNewest(kind, id) && sink.center!(kind, id, ...more);
    return readOsm(path, newest, options);
  }
}

/** The ids of all objects of one type in all files, with their versions. */
class Seen {
  readonly #ids = new GrowableFloat64();
  /** Per object: 2 * version, plus 1 if it is deleted. */
  readonly #versions = new GrowableUint32();
  readonly #begins: number[] = [];

  beginFile(): void {
    this.#begins.push(this.#ids.length);
  }

  add(id: number, version: number, isDeleted: boolean): void {
    this.#ids.push(id);
    this.#versions.push(2 * version + (isDeleted ? 1 : 0));
  }

  newest(): Map<number, number> {
    const sorted = this.#ids.pushed().slice().sort();
    const best = new Map<number, { version: number; file: number }>();
    sorted.forEach((id, i) => i > 0 && id === sorted[i - 1] && best.set(id, { version: -1, file: NOWHERE }));
    let file = -1;
    this.#ids.pushed().forEach((id, i) => {
      while (i === this.#begins[file + 1]) file++;
      const own = best.get(id);
      const [version, isDeleted] = [this.#versions.data[i] >>> 1, this.#versions.data[i] % 2 === 1];
      if (own === undefined || version <= own.version) return;
      best.set(id, { version, file: isDeleted ? NOWHERE : file });
    });
    return new Map(Array.from(best, ([id, own]) => [id, own.file]));
  }
}
