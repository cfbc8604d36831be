import { expect, it } from 'vitest';
import { driverText, readDriverText, type DriverPlan } from '../../src/web/map/plan/driver-text.js';
import { linkText, readLink } from '../../src/web/map/state/link-format.js';

/** Plans in links of drivers. */

const PLAN: DriverPlan = {
  ...{ vehicle: 2, day: '2026-12-01', out: '09:00', back: '12:40' },
  home: { point: [106.9, 47.9], text: 'Агуулах, 2' },
  stops: [
    {
      ...{ point: [106.9176, 47.9188], arrival: '09:12', text: 'Нарны зам 12, 3-р давхар; & #5 100%' },
      ...{ window: '09:30-10:00,14:00-24:00', wait_min: 18, isSure: false },
    },
    { point: [-0.5, -47.91], arrival: '', text: '', window: '', wait_min: 0, isSure: true },
  ],
};

it('reads what was written, also through the address of the page', () => {
  expect(readDriverText(driverText(PLAN))).toEqual(PLAN);
  const link = readLink(linkText({ trip: driverText(PLAN), language: 'mn' }));
  expect(link.language).toBe('mn');
  expect(readDriverText(link.trip!)).toEqual(PLAN);
});

it('reads links of before there were hours in them, and leaves out what says nothing', () => {
  const old = '1,2026-12-01,09:00,12:40;1.00000,2.00000,09:12,a';
  expect(driverText(readDriverText(old)!)).toBe(old);
  const odd = '1;1,2,09:12,a,09-10,many';
  expect(readDriverText(odd)!.stops[0]).toMatchObject({ text: 'a', window: '', wait_min: 0 });
});

it('shortens long texts', () => {
  const [stop] = readDriverText(
    driverText({ ...PLAN, stops: [{ ...PLAN.stops[0], text: '𝒳'.repeat(500) }] }),
  )!.stops;
  expect([...stop.text]).toHaveLength(120);
});

it('reads what is right in a link that was cut or changed, and never fails', () => {
  const text = driverText(PLAN);
  for (let length = 0; length < text.length; length++) {
    const plan = readDriverText(text.slice(0, length));
    if (plan === null) continue;
    expect([plan.vehicle, plan.day]).toEqual([2, '2026-12-01']);
    expect(plan.stops.every(({ point: [lon, lat] }) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90)).toBe(
      true,
    );
  }
  expect(readDriverText('x;1,2,,')).toBeNull();
  expect(readDriverText('1;181,2,09:00,a;1,2,9,a;1,a')).toBeNull();
  expect(readDriverText('1,<b>,25,x;1,2,09:00,%E0%A4%A')).toEqual({
    ...{ vehicle: 1, day: '', out: '', back: '', home: null },
    stops: [{ point: [1, 2], arrival: '09:00', text: '%E0%A4%A', window: '', wait_min: 0, isSure: true }],
  });
});
