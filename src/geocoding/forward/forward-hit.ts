/** 1 to 4 of the specification; 5 and 6 with words of the address, 5 where the name begins with one of the words; 7 with typing errors. */
export type MatchGroup = NameGroup | 5 | 6 | 7;
export type NameGroup = 1 | 2 | 3 | 4;
/** How near the words come: written so in the name, read alike with o and u apart, or read alike. */
export type KeyKind = 'written' | LayerKind;
export type LayerKind = 'strict' | 'loose';

/** How a row was found. */
export interface ForwardHit {
  row: number;
  group: MatchGroup;
  key: KeyKind;
  /** Which of the queries that the text was relaxed to; 0 is the text as it stands. */
  relaxation: number;
}
