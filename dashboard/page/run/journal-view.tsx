/** The journal, event by event. */
import { useState } from 'preact/hooks';
import type { JournalItem } from '../../../runtime/operations/items.ts';
import { query, setQuery } from '../router.ts';
import { count, formatTime } from '../words.ts';

const SHOWN = 200;

/** The view: the newest events last. */
export function JournalView({ events }: { events: readonly JournalItem[]; seq: number }) {
  const [shown, setShown] = useState(SHOWN);
  const search = (query.value.get('event') ?? '').toLowerCase();
  const fitting = search === '' ? events : events.filter((event) => textOf(event).toLowerCase().includes(search));
  const visible = fitting.slice(-shown);
  return (
    <section class="stack" aria-label="Journal">
      <div class="row">
        <input
          aria-label="Find events"
          placeholder="find events"
          value={query.value.get('event') ?? ''}
          onInput={(event) => setQuery({ event: event.currentTarget.value })}
        />
        <span class="soft">{count(fitting.length, 'event')}</span>
        {fitting.length > visible.length && (
          <button onClick={() => setShown(shown + 10 * SHOWN)}>
            Show {count(fitting.length - visible.length, 'earlier event')}
          </button>
        )}
      </div>
      <div class="table-box">
        <table>
          <caption class="hidden">Events</caption>
          <thead>
            <tr>
              <th class="number">#</th>
              <th>Event</th>
              <th>Of</th>
              <th>Details</th>
              <th>At</th>
            </tr>
          </thead>
          <tbody>
            {visible.map((event) => (
              <tr key={event.seq}>
                <td class="number">{event.seq}</td>
                <td class="mono">{event.type}</td>
                <td>{event.shortName ?? ''}</td>
                <td class="wide">
                  {event.error && (
                    <div class="bad">
                      {event.error.name}: {event.error.message}
                    </div>
                  )}
                  <span class="soft">{detailsOf(event)}</span>
                </td>
                <td>{formatTime(event.at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const detailsOf = ({ details }: JournalItem): string =>
  Object.entries(details)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');

const textOf = (event: JournalItem): string =>
  `${event.type} ${event.shortName ?? ''} ${detailsOf(event)} ${event.error?.message ?? ''}`;
