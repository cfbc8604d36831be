/**
 * Words for kinds of places, one line for each kind:
 *
 *     Mongolian | English | Russian, German | types of such places on the map
 *
 * When words are normalized, the first Mongolian word replaces all the others. The first word is followed by
 * its case forms and by the other words that people use. Spellings that fold alike (gudamj, гудамж; музей,
 * museum) need no entry. The last column contains tag values (`amenity=pharmacy` is `pharmacy`), with the
 * most common value first; a word without tag values is used only in names. A phrase of several words must
 * come before the words it contains: `их сургууль` means university, not big school. A cell may continue on
 * the next line, indented by four additional spaces. docs/search.md explains how to add a kind.
 */
const TABLE = `
  гудамж, гудамжны, гудамжинд, гудамжин, гуд | street, st, str | улица, straße | street
  өргөн чөлөө, өргөн чөлөөний, өргөн чөлөөнд, өч | avenue, ave, av, boulevard, blvd | проспект | street
  хурдны зам | highway, expressway | |
  зам, замын, замд | road, rd | | street
  тойруу, тойруугийн | ring road, ring | |
  тойрог, тойргийн | roundabout, traffic circle | |
  гүүр, гүүрний, гүүрэн | bridge | мост | bridge
  талбай, талбайн, талбайд | square, sq, plaza | площадь, platz | square
  дүүрэг, дүүргийн, дүүрэгт | district, dist | | district, suburb
  хороо, хорооны, хороонд, хор | subdistrict, sub district | | khoroo
  хороолол, хорооллын, хороололд, хороололын | microdistrict, micro district | микрорайон |
    suburb, quarter, neighbourhood
  хаус | house | | address
  хотхон, хотхоны | residential complex, apartment complex | | neighbourhood
  аймаг, аймгийн, аймагт | province, aimak | | aimag
  сум, сумын, суманд | soum, somon | | soum, village
  баг, багийн | bagh | | bag, hamlet
  хот, хотын, хотод | city, town | город | city, town
  тосгон, тосгоны | village | | village
  хийд, хийдийн | monastery | монастырь, kloster | place_of_worship, monastery
  сүм, сүмийн | temple, church | храм, tempel, kirche | place_of_worship, monastery
  чуулган, чуулганы | | |
  ерөнхий эмнэлэг | | | hospital
  эмнэлэг, эмнэлгийн, эмнэлэгт | hospital | больница, krankenhaus | hospital, clinic, doctors
  клиник | clinic | | clinic
  шүдний эмнэлэг, шүдний эмнэлгийн | dentist, dental clinic | стоматолог, стоматология, zahnarzt | dentist
  эмийн сан, эмийн сангийн, эмийн санд | pharmacy, drugstore, drug store, chemist | аптека, аптек, apotheke |
    pharmacy
  эрүүл мэндийн төв, эмт | health center, health centre | |
  өрхийн эрүүл мэндийн төв, өэмт, өрхийн эмнэлэг | family health center, family clinic | |
  дунд сургууль, дунд сургуулийн, ерөнхий боловсролын сургууль, ебс |
    secondary school, middle school, high school | | school
  их сургууль, их сургуулийн | university | университет | university
  дээд сургууль, дээд сургуулийн | college, institute | | university, college
  сургууль, сургуулийн, сургуульд | school | школа, schule | school
  цэцэрлэг, цэцэрлэгийн, хүүхдийн цэцэрлэг | kindergarten, nursery | детский сад | kindergarten
  цэцэрлэгт хүрээлэн, цэцэрлэгт хүрээлэнгийн | park | парк | park
  музей, музейн | museum | | museum
  театр, театрын | theatre, theater | | theatre
  драмын театр | drama theatre, drama theater | |
  кино театр, кинотеатр | cinema, movie theater, movie theatre | | cinema
  номын сан, номын сангийн | library | библиотека, bibliothek | library
  зах, захын | market, marketplace, bazaar | базар, рынок | marketplace
  их дэлгүүр, их дэлгүүрийн | department store | | department_store
  хүнсний дэлгүүр | grocery, grocery store, food store | | supermarket, convenience
  24 цагийн дэлгүүр | | | convenience
  дэлгүүр, дэлгүүрийн | store, shop | магазин |
    convenience, supermarket, mall, clothes, electronics, hardware, bakery
  супермаркет, супер маркет | | | supermarket
  мини маркет | mini market | | convenience
  маркет | | | supermarket
  худалдааны төв | shopping center, shopping centre, shopping mall, trade center, trade centre |
    einkaufszentrum | mall, department_store
  молл | mall | | mall
  төв, төвийн | center, centre, central | | mall
  хувцас | | | clothes
  электроникс | | | electronics
  барилгын материал | | | hardware
  нарийн боов | | | bakery
  зочид буудал, зочид буудлын | hotel | отель, готель, гостиница | hotel, guest_house
  гэст хаус, зочны байр | guest house, guesthouse | | guest_house, hostel
  хостел | | | hostel
  жуулчны бааз, жуулчны баазын, гэр бааз, гэр кемп | ger camp, tourist camp, campsite, camping |
    турбаза, кемпинг | camp_site, chalet, tourist_camp
  амралтын газар, амралтын газрын | resort, holiday resort | база отдыха | resort
  рашаан сувилал, сувилал, сувиллын | sanatorium | санаторий | resort
  ресторан, зоогийн газар | restaurant | | restaurant
  түргэн хоол | | | fast_food
  хоолны газар, хоолны газрын, хоол идэх газар, хоол | food | столовая |
    restaurant, cafe, food_court, fast_food
  цайны газар | canteen | |
  кафе | cafe, coffee | | cafe
  кофе шоп, кофе шопын | coffee shop | | cafe
  паб | pub | | pub, bar
  караоке | karaoke | | karaoke_box, pub
  бар | bar | | bar, pub
  банк, банкны | bank | | bank
  атм | atm, cash machine | банкомат, geldautomat | atm, bank
  шуудан, шуудангийн | post office, post | почта | post_office
  илгээмжийн шүүгээ | | | parcel_locker
  шуудангийн шүүгээ | | | parcel_locker
  постомат | parcel locker | | parcel_locker
  боомт, хилийн боомт | border crossing, border checkpoint | погранпереход | border_control, border
  уурхай, уурхайн | mine | шахта, рудник | mine
  цагдаа, цагдаагийн | police station, police | полиция, polizei | police
  гал команд | fire station | |
  нисэх буудал, олон улсын нисэх буудал, олон улсын нисэх онгоцны буудал, нисэх буудлын,
    нисэх онгоцны буудал, онгоцны буудал, нисэхийн буудал |
    international airport, airport | аэропорт, flughafen | aerodrome
  галт тэрэгний буудал, төмөр замын буудал, төмөр замын вокзал, галт тэрэгний вокзал |
    railway station, train station, station | вокзал, bahnhof | station, bus_station
  зөрлөг | | | halt
  төмөр зам, төмөр замын | railway, railroad | |
  автобусны буудал, автобусны зогсоол, автобусны буудлын | bus stop, bus station | | bus_stop, bus_station
  буудал, буудлын | stop | | station, halt, hotel
  зогсоол, зогсоолын, авто зогсоол, машины зогсоол | parking, parking lot, car park, parking place |
    парковка, стоянка | parking, bus_stop
  шатахуун түгээх станц, штс, шатахуун, түлш |
    gas station, petrol station, filling station, fuel station, fuel, petrol |
    азс, колонк, бензин колонк, заправка, tankstelle | fuel
  бензин | | | fuel
  авто угаалга, автоугаалга, машин угаалга | car wash | мойка, автомойка | car_wash
  авто засвар | car repair, auto repair, car service | автосервис | car_repair
  үсчин, үсчний газар | hairdresser, barber | парикмахерская | hairdresser
  гоо сайхан | beauty salon, beauty | | hairdresser, beauty
  спорт цогцолбор | sports complex, sport complex | | sports_centre
  заал | | | sports_centre
  цогцолбор, цогцолборын | complex | |
  фитнес | fitness | | sports_centre
  цэнгэлдэх хүрээлэн | stadium | стадион | stadium
  ордон, ордны | palace | |
  хөшөө, хөшөөний | monument, statue, memorial | памятник, denkmal | memorial, monument
  элчин сайдын яам, эся | embassy | посольство, botschaft | embassy, diplomatic
  яам, яамны | ministry | |
  засаг даргын тамгын газар, здтг, захиргаа, захиргааны | governor office, governors office | |
    townhall, government
  газар | | | government
  ххк | llc, ltd | |
  коллеж | | | college
  толгой | hill | | peak
  оргил | | | peak
  уул, уулын | mountain, mount | гора | peak
  нуур, нуурын | lake | озеро | lake
  далай | | | lake
  гол, голын | river | река | river, stream
  мөрөн | | | river
  горхи | | | stream
  булаг, булгийн | spring | | spring
  рашаан, рашааны | mineral spring, hot spring | | hot_spring, spring
  хүрхрээ | waterfall | водопад |
  элс | dunes, sand dunes, dune | |
  агуй | cave | пещера |
  арал | island | |
  даваа | mountain pass, pass | | mountain_pass
  хөндий | valley | | valley
  ам | | | valley
  байгалийн цогцолборт газар | | | national_park
  дархан цаазат газар | | | national_park
  байр, байрны, байшин | building, bldg | | address, building, apartments
  хашаа | | | address
  дугаар | | | address
  no | | | address
  тоот | apartment, apt | |
`;

/**
 * Words in the table that are too ambiguous on their own: they mean a bus stop or a hotel, a center of any
 * kind, or an office.
 */
export const AMBIGUOUS_KINDS: readonly string[] = ['буудал', 'төв', 'газар'];

/** One line of the table. */
interface Kind {
  /** The words in all languages. When words are normalized, the first word replaces all the others. */
  words: readonly string[];
  /** The first English word, or null if there is none or it is a loanword. */
  english: string | null;
  /** The types of places that belong to this kind. */
  types: readonly string[];
}

/** Splits a table cell into its values. */
const listOf = (cell: string): string[] => (cell === '' ? [] : cell.split(',').map((word) => word.trim()));

export const KIND_TABLE: readonly Kind[] = TABLE.replace(/([,|])\n {4,}/g, '$1 ')
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([mongolian, english, others, types]) => ({
    words: [...listOf(mongolian), ...listOf(english), ...listOf(others)],
    english: listOf(english).at(0) ?? null,
    types: listOf(types),
  }));
