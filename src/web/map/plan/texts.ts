import { language, type Language } from '../../shared/language.js';

/** The texts of the plan panel, which are loaded together with the panel. */
const en = {
  title: 'Plan the visits',
  start: 'Where vehicles start and end',
  startHint: 'A place or an address; leave empty for anywhere',
  vehicles: 'Vehicles',
  capacity: 'Capacity of each',
  minutes: 'Minutes per visit',
  departure: 'Leave at',
  until: 'Back by',
  begin: (count: number) => (count === 1 ? 'Plan 1 visit' : `Plan ${count} visits`),
  again: 'Plan again',
  waits: 'Planning …',
  columns: (names: string) => `Taken from the table: ${names}.`,
  lost: (rows: string) => `Rows without a known place, which are not visited: ${rows}.`,
  tooMany: (most: number) => `At most ${most} visits can be planned at once.`,
  unread: (rows: string) => `Rows whose hours or numbers cannot be read and are ignored: ${rows}.`,
  areas: (rows: string) =>
    `Rows where only an area or a street was found: ${rows}. Give exact places, or drivers will go to the ` +
    'center.',
  room: 'Without a capacity or a return time, one vehicle often makes all visits.',
  vehicle: (number: number) => `Vehicle ${number}`,
  none: 'Not planned',
  total: (visits: number, length: string, time: string) =>
    `${visits === 1 ? '1 visit' : `${visits} visits`} · ${length} · ${time}`,
  out: (time: string) => `leaves ${time}`,
  back: (time: string) => `returns ${time}`,
  wait: (minutes: number) => `wait ${minutes} min`,
  unsure: 'address uncertain',
  vehicleOf: (row: string) => `Vehicle for ${row}`,
  kept: 'Drag a visit to another vehicle, or choose a vehicle. The visit then stays there.',
  print: 'Print',
  link: 'Link for the driver',
  copied: 'Link copied',
  more: 'Also show drivers, on paper and in links',
  moreHow: 'Anyone who has the link can read this. The service does not store this information.',
  navigate: 'Navigate',
  close: 'Close the plan',
  stops: 'Visits in order',
  broken: 'This link contains no plan.',
};

const mn: typeof en = {
  title: 'Хүргэлт төлөвлөх',
  start: 'Машин хаанаас гарч, хаана буцаж ирэх',
  startHint: 'Газар эсвэл хаяг; хоосон бол хаана ч',
  vehicles: 'Машин',
  capacity: 'Нэгийн даац',
  minutes: 'Нэг хаягт, минут',
  departure: 'Гарах цаг',
  until: 'Буцаж ирэх',
  begin: (count) => `Төлөвлөх: ${count} хаяг`,
  again: 'Дахин төлөвлөх',
  waits: 'Төлөвлөж байна …',
  columns: (names) => `Хүснэгтээс авсан багана: ${names}.`,
  lost: (rows) => `Цэг нь олдоогүй тул хэн ч очихгүй мөрийн дугаар: ${rows}.`,
  tooMany: (most) => `Нэг удаад төлөвлөх хаяг ${most} хүртэл байна.`,
  unread: (rows) => `Цаг эсвэл тоог нь уншиж чадаагүй тул тооцоогүй мөрийн дугаар: ${rows}.`,
  areas: (rows) =>
    `Бүхэл хороо, дүүрэг, гудамж олдсон тул жолооч голд нь очих мөрийн дугаар: ${rows}. Тодруулна уу.`,
  room: 'Даац эсвэл буцаж ирэх цаг заагаагүй бол ихэвчлэн нэг машин бүгдийг хүргэнэ.',
  vehicle: (number) => `Машин ${number}`,
  none: 'Төлөвлөгөөнд ороогүй',
  total: (visits, length, time) => `${visits} хаяг · ${length} · ${time}`,
  out: (time) => `${time} гарна`,
  back: (time) => `${time} буцаж ирнэ`,
  wait: (minutes) => `${minutes} мин хүлээнэ`,
  unsure: 'хаяг эргэлзээтэй',
  vehicleOf: (row) => `Машин: ${row}`,
  kept: 'Хаягийг өөр машин руу чирэх, эсвэл машиныг нь сонгох: тэндээ үлдэнэ.',
  print: 'Хэвлэх',
  link: 'Жолоочийн холбоос',
  copied: 'Холбоос хуулагдлаа',
  more: 'Жолоочид хэвлэх, илгээх бусад багана',
  moreHow: 'Холбоостой хүн бүр доторхыг нь уншина. Үйлчилгээ юу ч хадгалахгүй.',
  navigate: 'Замчлах',
  close: 'Төлөвлөгөөг хаах',
  stops: 'Хаягууд очих дарааллаараа',
  broken: 'Энэ холбоост төлөвлөгөө алга.',
};

const TEXTS: Record<Language, typeof en> = { mn, en };

export function planTexts(): typeof en {
  return TEXTS[language.value];
}
