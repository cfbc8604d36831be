import type { Language } from '../api/data.js';
import type { Mail } from './mailer.js';

/** What mails say, in both languages. A missing text does not compile. */
interface MailTexts {
  invitation(values: { organisation: string | null; by: string; url: string }): Text;
  verify(values: { url: string }): Text;
  known(values: { url: string }): Text;
  reset(values: { url: string }): Text;
  passwordChanged(values: { url: string }): Text;
  quota(values: { what: string; percent: number; used: number; quota: number; refuses: boolean }): Text;
}

interface Text {
  subject: string;
  lines: string[];
}

const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  mn: new Intl.NumberFormat('mn'),
  en: new Intl.NumberFormat('en'),
};

const ENGLISH: MailTexts = {
  invitation: ({ organisation, by, url }) => ({
    subject: organisation === null ? 'You are invited to gazarch' : `You are invited to ${organisation}`,
    lines: [
      organisation === null
        ? `${by} invites you to the developer console of gazarch.`
        : `${by} invites you to join ${organisation} in the developer console of gazarch.`,
      'Open this link within 7 days:',
      url,
      'If you do not know who this is, do nothing.',
    ],
  }),
  verify: ({ url }) => ({
    subject: 'Confirm your email address',
    lines: [
      'Open this link within 24 hours to confirm your address:',
      url,
      'If you did not sign up, do nothing.',
    ],
  }),
  known: ({ url }) => ({
    subject: 'You have an account already',
    lines: [
      'Somebody, maybe you, tried to sign up with this address. There is an account with it already.',
      'Sign in here, or choose a new password there:',
      url,
    ],
  }),
  reset: ({ url }) => ({
    subject: 'Choose a new password',
    lines: [
      'Open this link within an hour to choose a new password:',
      url,
      'If you did not ask for it, do nothing: your password stays as it is.',
    ],
  }),
  passwordChanged: ({ url }) => ({
    subject: 'Your password was changed',
    lines: ['The password of your account was changed. If this was not you, choose another one here:', url],
  }),
  quota: ({ what, percent, used, quota, refuses }) => ({
    subject: `${what}: ${percent} % of the monthly quota`,
    lines: [
      `${what} has used ${NUMBERS.en.format(used)} of ${NUMBERS.en.format(quota)} requests of this month.`,
      refuses
        ? 'Above the quota, requests are refused until the month ends.'
        : 'Above the quota, requests are still answered.',
    ],
  }),
};

const MONGOLIAN: MailTexts = {
  invitation: ({ organisation, by, url }) => ({
    subject: organisation === null ? 'Таныг gazarch-д урьж байна' : `Таныг ${organisation}-д урьж байна`,
    lines: [
      organisation === null
        ? `${by} таныг gazarch-ийн хөгжүүлэгчийн самбарт урьж байна.`
        : `${by} таныг gazarch-ийн хөгжүүлэгчийн самбар дахь ${organisation} байгууллагад урьж байна.`,
      'Энэ холбоосыг 7 хоногийн дотор нээнэ үү:',
      url,
      'Хэрэв та энэ хүнийг танихгүй бол юу ч хийх шаардлагагүй.',
    ],
  }),
  verify: ({ url }) => ({
    subject: 'Имэйл хаягаа баталгаажуулна уу',
    lines: [
      'Хаягаа баталгаажуулахын тулд энэ холбоосыг 24 цагийн дотор нээнэ үү:',
      url,
      'Хэрэв та бүртгүүлээгүй бол юу ч хийх шаардлагагүй.',
    ],
  }),
  known: ({ url }) => ({
    subject: 'Танд бүртгэл байна',
    lines: [
      'Хэн нэгэн, магадгүй та өөрөө, энэ хаягаар бүртгүүлэх гэж оролдлоо.',
      'Энэ хаягаар бүртгэл аль хэдийн байна.',
      'Эндээс нэвтрэх эсвэл нууц үгээ шинэчилнэ үү:',
      url,
    ],
  }),
  reset: ({ url }) => ({
    subject: 'Шинэ нууц үг сонгоно уу',
    lines: [
      'Шинэ нууц үг сонгохын тулд энэ холбоосыг нэг цагийн дотор нээнэ үү:',
      url,
      'Хэрэв та хүсээгүй бол юу ч хийх шаардлагагүй: нууц үг хэвээрээ байна.',
    ],
  }),
  passwordChanged: ({ url }) => ({
    subject: 'Таны нууц үг өөрчлөгдлөө',
    lines: ['Таны бүртгэлийн нууц үг өөрчлөгдлөө. Хэрэв та биш бол эндээс шинэ нууц үг сонгоно уу:', url],
  }),
  quota: ({ what, percent, used, quota, refuses }) => ({
    subject: `${what}: сарын хязгаарын ${percent} %`,
    lines: [
      `${what} энэ сарын ${NUMBERS.mn.format(quota)} хүсэлтээс ${NUMBERS.mn.format(used)}-г ашиглалаа.`,
      refuses
        ? 'Хязгаараас хэтэрсэн хүсэлтэд сар дуустал татгалзана.'
        : 'Хязгаараас хэтэрсэн хүсэлтэд ч хариулсаар байна.',
    ],
  }),
};

const TEXTS: Readonly<Record<Language, MailTexts>> = { mn: MONGOLIAN, en: ENGLISH };

/** A mail to somebody in his language. */
export function mailOf<K extends keyof MailTexts>(
  kind: K,
  to: { email: string; language: Language },
  values: Parameters<MailTexts[K]>[0],
): Mail {
  const write = TEXTS[to.language][kind] as (values: Parameters<MailTexts[K]>[0]) => Text;
  const { subject, lines } = write(values);
  return { to: to.email, subject, text: `${lines.join('\n\n')}\n\ngazarch\n` };
}
