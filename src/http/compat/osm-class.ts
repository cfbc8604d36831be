import { bareTable } from '../../bare-table.js';
import type { FoundPlace } from '../../sources/geocoder.js';

/** Describes a place in OSM terms, as Photon and Nominatim do. */

/** The OSM object from which a place was created. */
export interface OsmObject {
  type: 'node' | 'way' | 'relation';
  id: number;
}

const OSM_ID = /^osm:(node|way|relation):(\d{1,15})(?::\w+)?$/;

/** Returns `null` for a place that is not an OSM object, such as an own place. */
export function osmObjectOf({ id }: FoundPlace): OsmObject | null {
  const [, type, number] = OSM_ID.exec(id) ?? [];
  return type === undefined ? null : { type: type as OsmObject['type'], id: Number(number) };
}

/** An OSM tag. */
export interface OsmClass {
  key: string;
  value: string;
}

/**
 * Maps tag values to their keys, for values whose key differs from the usual key of the layer. Any other
 * value denotes a kind of shop.
 */
const VALUES_OF_KEYS: Readonly<Record<string, string>> = {
  tourism:
    'museum hotel hostel guest_house motel attraction theme_park zoo gallery viewpoint artwork ' +
    'information camp_site caravan_site alpine_hut wilderness_hut apartment chalet picnic_site ' +
    'aquarium',
  leisure:
    'stadium park nature_reserve water_park sports_centre pitch playground garden fitness_centre ' +
    'swimming_pool ice_rink golf_course track dance marina slipway fitness_station sauna dog_park ' +
    'common miniature_golf horse_riding bowling_alley amusement_arcade escape_game bandstand ' +
    'bird_hide fishing beach_resort resort outdoor_seating sports_hall hackerspace summer_camp ' +
    'tanning_salon trampoline_park',
  historic:
    'monument memorial castle archaeological_site ruins tomb battlefield boundary_stone citywalls ' +
    'fort manor milestone rune_stone wayside_cross wayside_shrine wreck',
  office:
    'government diplomatic company insurance ngo lawyer estate_agent telecommunication association ' +
    'it travel_agent educational_institution financial energy_supplier architect accountant ' +
    'advertising_agency employment_agency tax_advisor political_party consulting coworking notary ' +
    'research religion foundation union forestry water_utility property_management logistics ' +
    'engineer surveyor courier charity',
  amenity:
    'university college hospital marketplace monastery place_of_worship theatre arts_centre library ' +
    'townhall embassy courthouse police fire_station prison school kindergarten clinic bus_station ' +
    'ferry_terminal conference_centre exhibition_centre community_centre cinema post_office ' +
    'public_bath casino nightclub parking atm bench toilets drinking_water waste_basket ' +
    'parking_entrance taxi bank restaurant cafe bar pub fast_food food_court fuel car_wash ' +
    'car_rental pharmacy doctors dentist veterinary shelter fountain charging_station karaoke_box ' +
    'bureau_de_change music_school language_school driving_school internet_cafe social_facility ' +
    'public_building events_venue vehicle_inspection payment_terminal parking_space bicycle_parking ' +
    'bicycle_rental bicycle_repair_station motorcycle_parking boat_rental car_sharing ' +
    'vending_machine post_box telephone recycling waste_disposal waste_transfer_station water_point ' +
    'watering_place bbq biergarten ice_cream studio coworking_space childcare nursing_home ' +
    'social_centre ranger_station grave_yard crematorium funeral_hall mortuary place_of_mourning ' +
    'clock hunting_stand animal_boarding animal_shelter animal_breeding refugee_site training ' +
    'research_institute money_transfer post_depot parcel_locker photo_booth gambling planetarium ' +
    'brothel stripclub swingerclub love_hotel lounger shower dressing_room compressed_air ' +
    'weighbridge loading_dock lavoir dojo prep_school polling_station toy_library surf_school ' +
    'dancing_school trolley_bay bus_garage feeding_place',
  landuse:
    'military cemetery industrial commercial residential retail religious quarry construction ' + 'farmland',
  man_made: 'bridge tunnel tower water_well works water_tower chimney mast reservoir_covered',
  craft:
    'carpenter electrician plumber brewery winery distillery sawmill metal_construction stonemason ' +
    'blacksmith glaziery handicraft painter pottery upholsterer watchmaker photographer builder ' +
    'roofer',
  healthcare:
    'laboratory optometrist physiotherapist alternative psychotherapist rehabilitation ' +
    'blood_donation midwife hospice counselling podiatrist dialysis',
  emergency: 'fire_hydrant defibrillator assembly_point siren ambulance_station fire_extinguisher',
  aerialway: 'gondola chair_lift cable_car drag_lift zip_line',
  power: 'plant substation generator',
  building: 'building apartments train_station temple house office_building dormitory garage yes',
  railway: 'station halt tram_stop subway_entrance rail',
  junction: 'junction',
  highway: 'traffic_signals mini_roundabout bus_stop services rest_area platform motorway_junction',
  aeroway: 'aerodrome terminal heliport gate helipad',
  waterway: 'river stream canal waterfall dam',
  water: 'lake reservoir pond',
  boundary: 'national_park protected_area',
  place: 'island islet locality square country region',
  mountain_pass: 'mountain_pass',
};
const KEY_OF_VALUE = bareTable<string>(
  Object.fromEntries(
    Object.entries(VALUES_OF_KEYS).flatMap(([key, values]) =>
      values.split(' ').map((value) => [value, key] as const),
    ),
  ),
);

/** The key for a value that is not in any of the lists, by layer. */
const OF_LAYERS = { natural: 'natural', transport: 'public_transport', poi: 'shop' };

/**
 * Returns the OSM tag that defines a place, insofar as it can be determined from the place's category and
 * layer.
 */
export function osmClassOf({ type, layer, components }: FoundPlace): OsmClass {
  switch (layer) {
    case 'address':
      return { key: 'place', value: 'house' };
    case 'street':
      return { key: 'highway', value: 'residential' };
    case 'settlement':
      return { key: 'place', value: type };
    case 'area':
      return type === 'place'
        ? { key: 'place', value: 'region' }
        : { key: 'boundary', value: 'administrative' };
    case 'postcode':
      return { key: 'place', value: 'postcode' };
    case 'natural':
    case 'transport':
    case 'poi':
      // The result of a reverse lookup does not include the tag's value.
      if (type === 'place') return { key: 'place', value: 'locality' };
      return { key: KEY_OF_VALUE[type] ?? OF_LAYERS[layer], value: type === 'building' ? 'yes' : type };
    default:
      // The source did not report a layer, as is the case for every reverse lookup.
      if (type === 'street') return { key: 'highway', value: 'residential' };
      if (type === 'address') return { key: 'place', value: 'house' };
      return {
        key: KEY_OF_VALUE[type] ?? 'place',
        value: components?.house_number === undefined ? type : 'house',
      };
  }
}
