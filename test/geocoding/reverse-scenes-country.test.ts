import { describe, expect, it } from 'vitest';
import { answersOf, expectAnswers, type ReverseScene } from './reverse-scene.js';

describe('reverse scenes: open country', () => {
  it('names the lake from a boat and the shore path from the shore', () => {
    expectAnswers(
      {
        picture: `
    L------------------------------------L
    |                                    |
    |            1                       |
    |                                    |
    L------------------------------------L
                           2       c
    S------------------------------------S

                     3
        `,
        legend: { L: 'place: Өгий нуур', S: 'street: Эргийн зам', c: 'place: Жуулчны бааз' },
        column_m: 50,
      },
      '1: place Өгий нуур, 0 m',
      '2: street Эргийн зам, 100 m',
      '3: street Эргийн зам, 200 m',
    );
  });

  it('names the crossing on both sides of the border, and no town across it', () => {
    expectAnswers(
      {
        picture: `
    M--------------------------------------M
    |                                      |
    | 5                  t                 |
    |                         1            |
    M---------------------c----------------M
                          2
                         3

                                    4
        `,
        legend: {
          M: 'area country: Монгол Улс',
          t: 'settlement town: Замын-Үүд',
          c: 'place border_control: Замын-Үүд боомт',
        },
        column_m: 400,
      },
      '1: place Замын-Үүд, 2.2 km',
      '2: place Замын-Үүд боомт, 800 m',
      '3: nothing',
      '4: nothing',
      '5: place Замын-Үүд, 7.6 km',
    );
  });

  it('names the nearest settlement of the same country, measured to its outline', () => {
    expectAnswers(
      {
        picture: `
    M-----------------------MC--------------------------C
    |                       ||                          |
    |   V---V               ||                          |
    |   | 1 |   2           ||  3         e             |
    |   V---V       4       ||                          |
    |                       ||                          |
    M-----------------------MC--------------------------C
        `,
        legend: {
          M: 'area country: Монгол Улс',
          C: 'area country: БНХАУ',
          V: 'settlement village: Ханбогд',
          e: 'settlement town: Эрээн',
        },
        column_m: 1000,
      },
      '1: place Ханбогд, 0 m',
      '2: place Ханбогд, 4.0 km',
      '3: place Эрээн, 10.0 km',
      '4: place Ханбогд, 8.0 km',
    );
  });

  it('names the smallest area where there is no settlement, and never the country alone', () => {
    expectAnswers(
      {
        picture: `
    M--------------------------------------------------M
    |                                                  |
    |   A--------------------------A                   |
    |   |   S-------S              |                   |
    |   |   |   1   |        2     |        3          |
    |   |   S-------S              |                   |
    |   A--------------------------A                   |   4
    |                                                  |
    M--------------------------------------------------M
        `,
        legend: { M: 'area country: Монгол Улс', A: 'area aimag: Өмнөговь', S: 'area soum: Ханбогд' },
        column_m: 10_000,
      },
      '1: place Ханбогд, 0 m',
      '2: place Өмнөговь, 0 m',
      '3: nothing',
      '4: nothing',
    );
  });

  it('names the khoroo or district one is in, not the town some way off', () => {
    expectAnswers(
      {
        picture: `
    A----------------------------------------------------A
    |   D-----------------------D                        |
    |   |       K--------K      |                        |
    |   |   1   |   2    |  t   |                        |
    |   |       K--------K      |                  3     |
    |   D-----------------------D                        |
    A----------------------------------------------------A
        `,
        legend: {
          A: 'area aimag: Төв',
          D: 'area district: Баянзүрх дүүрэг',
          K: 'area khoroo: БЗД-ийн 11-р хороо',
          t: 'settlement town: Налайх',
        },
        column_m: 1000,
      },
      '1: place Баянзүрх дүүрэг, 0 m',
      '2: place БЗД-ийн 11-р хороо, 0 m',
      '3: place Төв, 0 m',
    );
  });

  it('names the town within 3 km, and the soum beyond', () => {
    expectAnswers(
      {
        picture: `
    S--------------------S
    |  t  1        2     |
    S--------------------S
        `,
        legend: { S: 'area soum: Сэргэлэн', t: 'settlement town: Зуунмод' },
        column_m: 900,
      },
      '1: place Зуунмод, 2.7 km',
      '2: place Сэргэлэн, 0 m',
    );
  });

  it('names a winter camp near by, and the soum rather than a camp far away', () => {
    expectAnswers(
      {
        picture: `
    S-----------------------------------S
    |                                   |
    |  w1                       2       |
    |                                   |
    S-----------------------------------S
        `,
        legend: { S: 'area soum: Халхгол', w: 'settlement isolated_dwelling: Ар өвөлжөө' },
        column_m: 800,
      },
      '1: place Ар өвөлжөө, 800 m',
      '2: place Халхгол, 0 m',
    );
  });

  it('answers with a desert before the province around it, not with a town far away', () => {
    expectAnswers(
      {
        picture: `
    A-------------------------------------------A
    |   G----------------------------G          |
    |   |   t1           2           |          |
    |   |                            |     3    |
    |   G----------------------------G          |
    A-------------------------------------------A
        `,
        legend: { A: 'area aimag: Өмнөговь', G: 'place desert: Говь', t: 'settlement town: Даланзадгад' },
        column_m: 10_000,
      },
      '1: place Говь, 0 m',
      '2: place Говь, 0 m',
      '3: place Өмнөговь, 0 m',
    );
  });
});

describe('reverse scenes: how far from a street', () => {
  const scene: ReverseScene = {
    picture: `
    S--------------------------------------------------------------------S
                   1
             6
                              2


                                                3



               4




                                      5
    `,
    legend: { S: 'street: Энхтайваны өргөн чөлөө' },
  };

  it('reaches 100 m as a street, and a kilometre as the nearest of all', () => {
    expectAnswers(
      { ...scene, column_m: 10 },
      '1: street Энхтайваны өргөн чөлөө, 20 m',
      '2: street Энхтайваны өргөн чөлөө, 60 m',
      '3: street Энхтайваны өргөн чөлөө, 120 m',
      '4: street Энхтайваны өргөн чөлөө, 200 m',
      '5: street Энхтайваны өргөн чөлөө, 300 m',
      '6: street Энхтайваны өргөн чөлөө, 40 m',
    );
    expectAnswers(
      { ...scene, column_m: 40 },
      '1: street Энхтайваны өргөн чөлөө, 80 m',
      '2: street Энхтайваны өргөн чөлөө, 240 m',
      '3: street Энхтайваны өргөн чөлөө, 480 m',
      '4: street Энхтайваны өргөн чөлөө, 800 m',
      '5: nothing',
      '6: street Энхтайваны өргөн чөлөө, 160 m',
    );
  });

  it('takes other radii as settings', () => {
    const near = { address_m: 10, place_m: 10, street_m: 30, any_m: 150 };
    expect(answersOf({ ...scene, column_m: 10 }, near)).toEqual([
      '1: street Энхтайваны өргөн чөлөө, 20 m',
      '2: street Энхтайваны өргөн чөлөө, 60 m',
      '3: street Энхтайваны өргөн чөлөө, 120 m',
      '4: nothing',
      '5: nothing',
      '6: street Энхтайваны өргөн чөлөө, 40 m',
    ]);
  });
});
