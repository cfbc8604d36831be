import { describe, expect, it } from 'vitest';
import { answersOf, type ReverseScene } from './reverse-scene.js';

/** The drawing answers exactly so. */
function expectAnswers(scene: ReverseScene, ...answers: string[]): void {
  expect(answersOf(scene), scene.picture).toEqual(answers);
}

describe('reverse scenes: houses', () => {
  it('names the house by its own street, whatever street runs past the window', () => {
    expectAnswers(
      {
        picture: `
    B-----------------------------------------B

             1
         H-------H
         |   2   |
         H-------H


    S-----------------------------------------S
        `,
        legend: { B: 'street: Бага тойруу', S: 'street: Сөүлийн гудамж', H: 'address: Сөүлийн гудамж 12' },
      },
      '1: address Сөүлийн гудамж 12, 10 m',
      '2: address Сөүлийн гудамж 12, 0 m',
    );
  });

  it('gives the corner house on both of its streets, and the streets further along', () => {
    expectAnswers(
      {
        picture: `
    A
    |
    |  2     H-------H
    |        |       |
    |        H-------H
    |            1                      3
    AS----------------------------------------S
    |
    |
    |  4
    A
        `,
        legend: { A: 'street: Амарын гудамж', S: 'street: Сөүлийн гудамж', H: 'address: Сөүлийн гудамж 1' },
      },
      '1: address Сөүлийн гудамж 1, 10 m',
      '2: address Сөүлийн гудамж 1, 30 m',
      '3: street Сөүлийн гудамж, 10 m',
      '4: street Амарын гудамж, 15 m',
    );
  });

  it('tells two doors of one house apart, but not from across the wall', () => {
    expectAnswers(
      {
        picture: `
    H------------------------HK---------------K
    |   a1                  b||3              |
    |            2           ||               |
    H------------------------HK---------------K
        `,
        legend: { H: 'address: Их тойруу 7', K: 'address: Их тойруу 9', a: 'address: Их тойруу 7а', b: 'address: Их тойруу 7б' },
        column_m: 1,
      },
      '1: address Их тойруу 7а, 1 m',
      '2: address Их тойруу 7, 0 m',
      '3: address Их тойруу 9, 0 m',
    );
  });

  it('takes a shop with a house number for as good an address as the house next door', () => {
    expectAnswers(
      {
        picture: `
         H---H
         |   |
         H---H

             1                 c   3      k  2
        `,
        legend: { H: 'address: Их тойруу 7', c: 'place: Модерн Номадс, addr:housenumber=7/1', k: 'place: Кофе' },
      },
      '1: address Их тойруу 7, 20 m',
      '2: place Кофе, 15 m',
      '3: place Модерн Номадс, 20 m',
    );
  });
});

describe('reverse scenes: places', () => {
  it('finds the shop in the mall, then the mall, and only the mall from behind its wall', () => {
    expectAnswers(
      {
        picture: `
    M------------------------------M
    |   s1                        k|3
    |                  2           |
    |                              |
    M------------------------------M
        `,
        legend: { M: 'place: Шангри-Ла молл', s: 'place: Номын дэлгүүр', k: 'place: Кофе' },
        column_m: 1,
      },
      '1: place Номын дэлгүүр, 1 m',
      '2: place Шангри-Ла молл, 0 m',
      '3: place Шангри-Ла молл, 1 m',
    );
  });

  it('does not let a university swallow the street in front of it, nor the library on its campus', () => {
    expectAnswers(
      {
        picture: `
    S------------------------------------------------------------------S
                         1

    U-------------------------------------------------------------------U
    |   2                                                               |
    |                                                                   |
    |                            L-----L                                |
    |                            |  3  |                                |
    |                            L-----L  4                             |
    |                                                              5    |
    |                                                                   |
    U-------------------------------------------------------------------U
        `,
        legend: { S: 'street: Их сургуулийн гудамж', U: 'place: МУИС', L: 'place: Номын сан' },
        column_m: 10,
      },
      '1: street Их сургуулийн гудамж, 20 m',
      '2: street Их сургуулийн гудамж, 80 m',
      '3: place Номын сан, 0 m',
      '4: place Номын сан, 30 m',
      '5: place МУИС, 0 m',
    );
  });

  it('names the square and the school yard one stands in, and the smaller thing within', () => {
    expectAnswers(
      {
        picture: `
    S------------------------------------S
    Q------------------------------------Q
    |                 1                  |
    |      B-----B                       |
    |      |  2  |            m          |
    |      B-----B            3          |
    Q------------------------------------Q
        `,
        legend: { S: 'street: Энхтайваны өргөн чөлөө', Q: 'place: Сүхбаатарын талбай', B: 'place: Тайз', m: 'place: Сүхбаатарын хөшөө' },
      },
      '1: place Сүхбаатарын талбай, 0 m',
      '2: place Тайз, 0 m',
      '3: place Сүхбаатарын талбай, 0 m',
    );
  });

  it('names the bus stop beside the road, the shop where that is nearer, and the street away from both', () => {
    expectAnswers(
      {
        picture: `
          k
         2     b
               1                           3
    S------------------------------------------S
        `,
        legend: { S: 'street: Энхтайваны өргөн чөлөө', b: 'place bus_stop: Баруун 4 зам', k: 'place: Хүнсний дэлгүүр' },
      },
      '1: place Баруун 4 зам, 10 m',
      '2: place Хүнсний дэлгүүр, 11.2 m',
      '3: street Энхтайваны өргөн чөлөө, 10 m',
    );
  });

  it('names the street on a bridge, not the river below, and the nearer of two streets that cross', () => {
    expectAnswers(
      {
        picture: `
    A
    |
    |                         B
    |                         |
    |                         |
    A-------R----2------------B-------------R
    |                         |1
    |            W            |
    |                         |3
    S-------------------------B------------S
                              4
                              B
        `,
        legend: { A: 'street: Яармагийн зам', B: 'street: Энхтайваны гүүр', S: 'street: Наадамчдын зам', R: 'place: Дунд гол, waterway=river', W: 'place: Зогсоол' },
      },
      '1: street Энхтайваны гүүр, 5 m',
      '2: place Зогсоол, 20 m',
      '3: street Энхтайваны гүүр, 5 m',
      '4: street Энхтайваны гүүр, 0 m',
    );
  });

  it('names the park only out of reach of a street, and a river where nothing else is', () => {
    expectAnswers(
      {
        picture: `
    S------------------------------------------S
          1

    P------------------------------------------P
    |     2                                    |
    |                                          |
    |                                          |
    |                        3                 |
    |                                          |
    |                                          |
    P------------------------------------------P



    R--------4---------------------------------R
        `,
        legend: { S: 'street: Чингисийн өргөн чөлөө', P: 'place: Үндэсний цэцэрлэгт хүрээлэн', R: 'place: Сэлбэ, waterway=river' },
        column_m: 10,
      },
      '1: street Чингисийн өргөн чөлөө, 20 m',
      '2: street Чингисийн өргөн чөлөө, 80 m',
      '3: place Үндэсний цэцэрлэгт хүрээлэн, 0 m',
      '4: place Сэлбэ, 0 m',
    );
  });
});

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
        legend: { M: 'area country: Монгол Улс', t: 'settlement town: Замын-Үүд', c: 'place border_control: Замын-Үүд боомт' },
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
        legend: { M: 'area country: Монгол Улс', C: 'area country: БНХАУ', V: 'settlement village: Ханбогд', e: 'settlement town: Эрээн' },
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

  it('does not answer with a desert while a town is near, and does before the province around it', () => {
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
      '1: place Даланзадгад, 10.0 km',
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
    expectAnswers({ ...scene, column_m: 10 }, '1: street Энхтайваны өргөн чөлөө, 20 m', '2: street Энхтайваны өргөн чөлөө, 60 m', '3: street Энхтайваны өргөн чөлөө, 120 m', '4: street Энхтайваны өргөн чөлөө, 200 m', '5: street Энхтайваны өргөн чөлөө, 300 m', '6: street Энхтайваны өргөн чөлөө, 40 m');
    expectAnswers({ ...scene, column_m: 40 }, '1: street Энхтайваны өргөн чөлөө, 80 m', '2: street Энхтайваны өргөн чөлөө, 240 m', '3: street Энхтайваны өргөн чөлөө, 480 m', '4: street Энхтайваны өргөн чөлөө, 800 m', '5: nothing', '6: street Энхтайваны өргөн чөлөө, 160 m');
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
