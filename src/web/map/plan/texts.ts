import { language, type Language } from '../../shared/language.js';

/** The texts of the plan panel, loaded together with it. */
const en = {
  title: 'Plan the visits',
  start: 'Where vehicles begin and end',
  startHint: 'A place or an address; empty: anywhere',
  vehicles: 'Vehicles',
  capacity: 'Room of each',
  minutes: 'Minutes a visit',
  departure: 'Set out at',
  until: 'Back by',
  begin: (count: number) => (count === 1 ? 'Plan 1 visit' : `Plan ${count} visits`),
  again: 'Plan anew',
  waits: 'Planning …',
  columns: (names: string) => `Taken from the table: ${names}.`,
  lost: (rows: string) => `No place is known for, and nobody visits, rows ${rows}.`,
  tooMany: (most: number) => `At most ${most} visits are planned at once.`,
  unread: (rows: string) => `Hours or numbers cannot be read, and do not count, in rows ${rows}.`,
  areas: (rows: string) =>
    `A whole area or street was found in rows ${rows}: say where in it, or the driver goes to its middle.`,
  room: 'Without a capacity, or hours to be back, one vehicle often does everything.',
  vehicle: (number: number) => `Vehicle ${number}`,
  none: 'Not planned',
  total: (visits: number, length: string, time: string) =>
    `${visits === 1 ? '1 visit' : `${visits} visits`} · ${length} · ${time}`,
  out: (time: string) => `sets out ${time}`,
  back: (time: string) => `back ${time}`,
  wait: (minutes: number) => `wait ${minutes} min`,
  unsure: 'address not sure',
  vehicleOf: (row: string) => `Vehicle of ${row}`,
  kept: 'Drag a visit to another vehicle, or choose one: it stays there.',
  print: 'Print',
  link: 'Link for the driver',
  copied: 'Link copied',
  more: 'Also for drivers, printed and in links',
  moreHow: 'Whoever has the link reads what is in it. The service keeps nothing.',
  navigate: 'Navigate',
  close: 'Close the plan',
  stops: 'Visits in their order',
  broken: 'This link has no plan.',
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
