import { plainRange } from '../../provider/kinds/cluster-ranges';
import { chooseImage, chooseKubernetes, compareVersions, satisfies } from '../../provider/kinds/cluster-versions';

const OFFERS = [
  { version: '1.33.8', state: 'supported' },
  { version: '1.33.10', state: 'supported' },
  { version: '1.33.11', state: 'preview' },
  { version: '1.34.0', state: 'preview' },
  { version: '1.9.5', state: 'deprecated' },
];

describe('versions', () => {
  it.each([
    ['1.33.8', '1.33.10', -1],
    ['1.9', '1.33', -1],
    ['1.34', '1.34.6', 0],
    ['4459.2.1', '4459.2.3-beta', -1],
  ])('SKE-03: orders %s and %s by their numbers', (left, right, order) => {
    expect(Math.sign(compareVersions(left, right))).toBe(order);
    expect(Math.sign(compareVersions(right, left))).toBe(order === 0 ? 0 : -order);
  });

  it('SKE-01, SKE-02: takes what is ahead of a floor for enough', () => {
    expect(satisfies('1.33.4', '1.32')).toBe(true);
    expect(satisfies('1.27.11', '1.27.9')).toBe(true);
    expect(satisfies('1.33.10', '1.34')).toBe(false);
  });

  it.each<[what: string, floor: string | undefined, current: string | undefined, chosen: string | RegExp]>([
    ['the highest supported patch', '1.33', undefined, '1.33.10'],
    ['the newest supported version where none is wished', undefined, undefined, '1.33.10'],
    ['what is in use where none is wished', undefined, '1.33.8', '1.33.8'],
    ['a full version exactly', '1.33.8', undefined, '1.33.8'],
    [
      'nothing for a full version that is not on offer',
      '1.33.9',
      undefined,
      /1\.33\.9 is not on offer.*1\.33\.8, 1\.33\.10/,
    ],
    ['nothing for a minor that is not on offer', '1.35', undefined, /1\.35 is not on offer.*1\.34\.0 \(preview\)/],
    ['what is in use, though deprecated, where it is enough', '1.9', '1.9.5', '1.9.5'],
    ['what is in use where the wish is lower', '1.32', '1.33.8', '1.33.8'],
    ['the next minor only', '1.35', '1.33.8', '1.34.0'],
  ])('SKE-03: chooses %s', (_, floor, current, chosen) => {
    const choice = chooseKubernetes({ floor, current, offers: OFFERS });
    if (typeof chosen === 'string') expect(choice.version).toBe(chosen);
    else expect(choice).toEqual({ problem: expect.stringMatching(chosen) });
  });

  it('SKE-03, SKE-04: chooses a preview only when nothing else fits, with a warning', () => {
    expect(chooseKubernetes({ floor: '1.34', current: undefined, offers: OFFERS })).toEqual({
      version: '1.34.0',
      warning: expect.stringContaining('preview'),
    });
    expect(chooseKubernetes({ floor: '1.33', current: undefined, offers: OFFERS })).toEqual({ version: '1.33.10' });
    const only = [
      { version: '1.28.9', state: 'supported' },
      { version: '1.29.6', state: 'preview' },
    ];
    expect(chooseKubernetes({ floor: '1.29', current: undefined, offers: only })).toEqual({
      version: '1.29.6',
      warning: expect.stringContaining('1.29.6'),
    });
    expect(chooseKubernetes({ floor: undefined, current: undefined, offers: only })).toEqual({ version: '1.28.9' });
  });

  it('SKE-03: chooses a deprecated version only when asked for, with a warning', () => {
    expect(chooseKubernetes({ floor: '1.9', current: undefined, offers: OFFERS })).toEqual({
      version: '1.9.5',
      warning: expect.stringContaining('deprecated'),
    });
  });

  it('SKE-05, Q69: takes a retired image version for the newest supported one above it', () => {
    const offers = [
      { version: '3815.2.3', state: 'supported' },
      { version: '3815.2.5', state: 'preview' },
      { version: '4459.2.1', state: 'supported' },
      { version: '4230.2.0', state: 'deprecated' },
      { version: '2900.1.0', state: 'deprecated' },
    ];
    expect(chooseImage({ floor: '4230.2.0', current: undefined, offers }, 'flatcar')).toEqual({ version: '4459.2.1' });
    expect(chooseImage({ floor: '3815.2.5', current: undefined, offers }, 'flatcar')).toEqual({
      version: '3815.2.5',
      warning: expect.stringContaining('preview'),
    });
    expect(chooseImage({ floor: '3815.2.1', current: undefined, offers }, 'flatcar')).toEqual({ version: '3815.2.3' });
    expect(chooseImage({ floor: '3815.2.1', current: '3815.2.1', offers }, 'flatcar')).toEqual({ version: '3815.2.1' });
    expect(chooseImage({ floor: undefined, current: undefined, offers }, 'flatcar')).toEqual({ version: '4459.2.1' });
    expect(chooseImage({ floor: '5000', current: undefined, offers }, 'flatcar')).toEqual({
      problem: expect.stringMatching(/flatcar 5000 is not on offer.*4459\.2\.1/),
    });
  });
});

describe('ranges of addresses', () => {
  it.each([
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['255.255.255.255/0', '0.0.0.0/0'],
    ['10.20.30.40/12', '10.16.0.0/12'],
    ['2001:DB8::1/32', '2001:db8::/32'],
    ['2001:0db8:0:0:0:0:0:1/128', '2001:db8::1/128'],
    ['::/0', '::1/0'],
    ['fd00::ff/121', 'fd00::80/121'],
  ])('%s is %s', (given, same) => {
    expect(plainRange(given)).toBe(plainRange(same));
  });

  it.each([
    ['203.0.113.0/24', '203.0.113.0/25'],
    ['203.0.113.0/24', '203.0.114.0/24'],
    ['2001:db8::/32', '2001:db9::/32'],
    ['203.0.113.7', '203.0.113.7/32'],
    ['300.0.0.1/8', '301.0.0.1/8'],
    ['::1::2/64', '::1::3/64'],
    ['::ffff:1.2.3.4/96', '::ffff:1.2.3.5/96'],
  ])('%s is not %s', (one, other) => {
    expect(plainRange(one)).not.toBe(plainRange(other));
  });
});
