import { describe, it } from 'vitest';
import { expectAnswers } from './reverse-scene.js';

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
        legend: {
          H: 'address: Их тойруу 7',
          K: 'address: Их тойруу 9',
          a: 'address: Их тойруу 7а',
          b: 'address: Их тойруу 7б',
        },
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
        legend: {
          H: 'address: Их тойруу 7',
          c: 'place: Модерн Номадс, addr:housenumber=7/1',
          k: 'place: Кофе',
        },
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
        legend: {
          S: 'street: Энхтайваны өргөн чөлөө',
          Q: 'place: Сүхбаатарын талбай',
          B: 'place: Тайз',
          m: 'place: Сүхбаатарын хөшөө',
        },
      },
      '1: place Сүхбаатарын талбай, 0 m',
      '2: place Тайз, 0 m',
      '3: place Сүхбаатарын талбай, 0 m',
    );
  });

  it('names the bus stop at the road, the shop where it is nearer, the street away from both', () => {
    expectAnswers(
      {
        picture: `
          k
         2     b
               1                           3
    S------------------------------------------S
        `,
        legend: {
          S: 'street: Энхтайваны өргөн чөлөө',
          b: 'place bus_stop: Баруун 4 зам',
          k: 'place: Хүнсний дэлгүүр',
        },
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
        legend: {
          A: 'street: Яармагийн зам',
          B: 'street: Энхтайваны гүүр',
          S: 'street: Наадамчдын зам',
          R: 'place: Дунд гол, waterway=river',
          W: 'place: Зогсоол',
        },
      },
      '1: street Энхтайваны гүүр, 5 m',
      '2: place Зогсоол, 20 m',
      '3: street Энхтайваны гүүр, 5 m',
      '4: street Энхтайваны гүүр, 0 m',
    );
  });

  it('names the large square from its middle, and the street along its edge from the pavement', () => {
    expectAnswers(
      {
        picture: `
    Q-----------------------------------Q
    S-----------------------------------S
    |      1                            |
    |      2                            |
    |                                   |
    |                                   |
    |                                   |
    |                  3                |
    |                                   |
    |                              m    |
    |                              4    |
    |                                   |
    |                                   |
    |   5                               |
    Q-----------------------------------Q

        `,
        legend: {
          Q: 'place square: Сүхбаатарын талбай',
          S: 'street: Энхтайваны өргөн чөлөө',
          m: 'place monument: Д.Сүхбаатарын хөшөө',
        },
        column_m: 8,
      },
      '1: street Энхтайваны өргөн чөлөө, 16 m',
      '2: place Сүхбаатарын талбай, 0 m',
      '3: place Сүхбаатарын талбай, 0 m',
      '4: place Д.Сүхбаатарын хөшөө, 16 m',
      '5: place Сүхбаатарын талбай, 0 m',
    );
  });

  it('tells a campus from the lake on it: in the lake, and in front of a street on the campus', () => {
    expectAnswers(
      {
        picture: `
    S------------------------------------------------S
    U------------------------------------------------U
    |                                                |
    |     1        L----------------------------L    |
    |              |         2                  |    |
    |              |                            |    |
    |              |                            |    |
    |              |                            |    |
    |              |                            |    |
    |     3        L----------------------------L    |
    |                                                |
    U------------------------------------------------U
        `,
        legend: {
          S: 'street: Их сургуулийн гудамж',
          U: 'place university: Хөдөө аж ахуйн их сургууль',
          L: 'place lake: Оюутны нуур',
        },
        column_m: 15,
      },
      '1: street Их сургуулийн гудамж, 90 m',
      '2: place Оюутны нуур, 0 m',
      '3: place Хөдөө аж ахуйн их сургууль, 0 m',
    );
  });

  it('names the street that runs through a park, and the park beside it', () => {
    expectAnswers(
      {
        picture: `
    P--------------S------------------P
    |              | 1                |
    |              |                  |
    |              |     2            |
    |              |                  |
    P--------------S------------------P
        `,
        legend: { P: 'place: Үндэсний цэцэрлэгт хүрээлэн, leisure=park', S: 'street: Хүрээлэнгийн зам' },
        column_m: 14,
      },
      '1: street Хүрээлэнгийн зам, 28 m',
      '2: place Үндэсний цэцэрлэгт хүрээлэн, 0 m',
    );
  });

  it('names the wood only out of reach of a street, and a river where nothing else is', () => {
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
        legend: {
          S: 'street: Чингисийн өргөн чөлөө',
          P: 'place wood: Туулын шугуй',
          R: 'place: Сэлбэ, waterway=river',
        },
        column_m: 10,
      },
      '1: street Чингисийн өргөн чөлөө, 20 m',
      '2: street Чингисийн өргөн чөлөө, 80 m',
      '3: place Туулын шугуй, 0 m',
      '4: place Сэлбэ, 0 m',
    );
  });
});
