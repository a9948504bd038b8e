/** The keys, and their meaning. */
import { useEffect, useRef } from 'preact/hooks';
import { addressOf, go } from './router.ts';

const EVERYWHERE: Record<string, () => void> = {
  'g r': () => go(addressOf('')),
  'g e': () => go(addressOf('errors')),
  'g h': () => go(addressOf('health')),
};

const LIST: readonly (readonly [string, string])[] = [
  ['?', 'shows these keys'],
  ['g r', 'the runs'],
  ['g e', 'the errors'],
  ['g h', 'the health of the store'],
  ['/', 'to the filter'],
  ['j k', 'the next or the former run'],
  ['Enter', 'opens it'],
  ['x', 'marks it'],
  ['+ − 0', 'on a timeline: nearer, further, all of it'],
  ['← →', 'on a timeline: earlier, later'],
];

/** The list of keys. */
export function Keys() {
  return (
    <dl class="facts">
      {LIST.map(([keys, meaning]) => (
        <>
          <dt>
            {keys.split(' ').map((key) => (
              <>
                <kbd>{key}</kbd>{' '}
              </>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </>
      ))}
    </dl>
  );
}

/** Whether somebody writes: keys are letters then. */
const isWriting = (event: KeyboardEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;

/** Listens to keys as long as a part is on the page. A key may be two: `g r`. */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    let first = '';
    const onKey = (event: KeyboardEvent): void => {
      if (event.metaKey || event.ctrlKey || event.altKey || isWriting(event)) return;
      const both = `${first} ${event.key}`;
      const act = latest.current[event.key] ?? latest.current[both] ?? EVERYWHERE[both];
      first = event.key === 'g' ? 'g' : '';
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
