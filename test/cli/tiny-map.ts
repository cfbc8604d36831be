/** OSM XML of one place and one road: an import of it takes no longer than the program takes to start. */
export function tinyMap(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">
    <node id="1" lat="47.9" lon="106.9"><tag k="place" v="suburb"/><tag k="name" v="${name}"/></node>
    <node id="2" lat="47.9" lon="106.91"/><node id="3" lat="47.91" lon="106.91"/>
    <way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/></way></osm>`;
}
