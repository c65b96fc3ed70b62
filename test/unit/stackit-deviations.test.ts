import { parseDeviations } from '../../src/cli/options';
import { DEVIATIONS } from '../../src/sandbox/stackit';

describe('--deviations', () => {
  test.each([
    ['all', 'all'],
    ['Q38', ['Q38']],
    ['Q38, Q97', ['Q38', 'Q97']],
    [Object.keys(DEVIATIONS).join(','), Object.keys(DEVIATIONS)],
  ])('reads %s', (text, expected) => {
    expect(parseDeviations(text)).toEqual(expected);
  });

  test.each(['', 'Q1', 'q38', 'Q38,', 'all,Q38', 'toString'])('refuses %j and says what there is', (text) => {
    expect(() => parseDeviations(text)).toThrow(/"all", or some of Q19,/);
  });
});
