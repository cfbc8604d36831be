/** The possible meanings of a column in a table of places, with the names used in docs/own-places.md. */
export const PROPERTIES = [
  ...(['name', 'lat', 'lon', 'id', 'category', 'addr:street', 'addr:housenumber'] as const),
  ...(['addr:postcode', 'name:en', 'phone', 'opening_hours', 'website', 'closed'] as const),
] as const;

export type Property = (typeof PROPERTIES)[number];

/** Common names of such columns, in lower case. */
const CALLED: Readonly<Record<Property, readonly string[]>> = {
  name: ['нэр', 'ner', 'имя', 'title', 'салбар'],
  lat: ['latitude', 'y', 'өргөрөг', 'широта'],
  lon: ['longitude', 'lng', 'long', 'x', 'уртраг', 'долгота'],
  id: ['@id', 'код', 'дугаар'],
  category: ['type', 'kind', 'ангилал', 'төрөл'],
  'addr:street': ['street', 'гудамж'],
  'addr:housenumber': ['house_number', 'housenumber', 'байр', 'хаалга'],
  'addr:postcode': ['postcode', 'zip'],
  'name:en': ['name_en', 'англи нэр'],
  phone: ['tel', 'telephone', 'утас'],
  opening_hours: ['hours', 'цагийн хуваарь'],
  website: ['url', 'web', 'вэб'],
  closed: ['хаагдсан', 'хаалттай'],
};

/** Returns a column's meaning, derived from its name, or an empty string if it is unknown. */
export function propertyOf(column: string): Property | '' {
  const name = column.trim().toLowerCase();
  return PROPERTIES.find((property) => property === name || CALLED[property].includes(name)) ?? '';
}
