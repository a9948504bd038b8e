/** The timeline: one row for each call, drawn only where somebody looks. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RunDetails } from '../../../runtime/operations/items.ts';
import { useKeys } from '../keys.tsx';
import { now, Status, toneOf } from '../parts/parts.tsx';
import { query, setQuery } from '../router.ts';
import { count, formatLength } from '../words.ts';
import { CallDetails } from './call-details.tsx';
import { type Bar, type Call, numberOf, type Timeline } from './timeline-model.ts';

const ROW_PX = 26;
const MORE_ROWS = 12;
const TICKS = 6;
const ZOOM = 1.6;

/** The part of time that is shown, as parts of the whole. */
interface Span {
  from: number;
  to: number;
}

const WHOLE: Span = { from: 0, to: 1 };

interface TimelineViewProps {
  timeline: Timeline;
  seq: number;
  run: RunDetails;
}

/** The view. */
export function TimelineView({ timeline, seq, run }: TimelineViewProps) {
  const [span, setSpan] = useState(WHOLE);
  const [chosen, setChosen] = useState<string | null>(null);
  const search = query.value.get('call') ?? '';
  const isFailedOnly = query.value.get('failed') === '1';
  const calls = useMemo(
    () => timeline.calls.filter((call) => fits(call, search.toLowerCase(), isFailedOnly)),
    [timeline, seq, search, isFailedOnly],
  );
  const zoom = (by: number): void => setSpan((old) => zoomed(old, by));
  const pan = (by: number): void => setSpan((old) => moved(old, by));
  useKeys({
    '+': () => zoom(1 / ZOOM),
    '-': () => zoom(ZOOM),
    '0': () => setSpan(WHOLE),
    ArrowLeft: () => pan(-0.2),
    ArrowRight: () => pan(0.2),
  });
  const start = timeline.startsAt ?? Date.parse(run.createdAt);
  const end = timeline.endedAt ?? Math.max(now.value, start + 1);
  const call = calls.find(({ id }) => id === chosen);
  return (
    <section class="stack" aria-label="Timeline">
      <div class="row">
        <input
          aria-label="Find calls"
          placeholder="find calls"
          value={search}
          onInput={(event) => setQuery({ call: event.currentTarget.value })}
        />
        <label class="chip row" style={{ gap: '6px' }}>
          <input
            type="checkbox"
            checked={isFailedOnly}
            onChange={(event) => setQuery({ failed: event.currentTarget.checked ? '1' : null })}
          />
          only what failed
        </label>
        <span class="soft">
          {calls.length === timeline.calls.length
            ? count(calls.length, 'call')
            : `${calls.length} of ${count(timeline.calls.length, 'call')}`}
        </span>
        <span style={{ flex: '1' }} />
        <button aria-label="Earlier" onClick={() => pan(-0.2)}>
          ←
        </button>
        <button aria-label="Later" onClick={() => pan(0.2)}>
          →
        </button>
        <button aria-label="Further" onClick={() => zoom(ZOOM)}>
          −
        </button>
        <button aria-label="Nearer" onClick={() => zoom(1 / ZOOM)}>
          +
        </button>
        <button onClick={() => setSpan(WHOLE)}>All</button>
      </div>
      {calls.length === 0 ? (
        <div class="card empty">{timeline.calls.length === 0 ? 'It has asked for nothing yet.' : 'No call fits.'}</div>
      ) : (
        <Rows calls={calls} range={{ start, end }} span={span} chosen={chosen} onChoose={setChosen} onZoom={zoom} />
      )}
      {call && <CallDetails run={run} call={call} seq={seq} onClose={() => setChosen(null)} />}
    </section>
  );
}

function fits({ name, label, id, state, error, bars }: Call, search: string, isFailedOnly: boolean): boolean {
  const isFailed =
    state === 'failed' || state === 'retrying' || error !== null || bars.some((bar) => bar.state === 'failed');
  if (isFailedOnly && !isFailed) return false;
  return search === '' || `${name} ${label ?? ''} ${id}`.toLowerCase().includes(search);
}

function zoomed({ from, to }: Span, by: number): Span {
  const middle = (from + to) / 2;
  const half = Math.min(0.5, Math.max(0.00001, ((to - from) / 2) * by));
  return moved({ from: middle - half, to: middle + half }, 0);
}

function moved({ from, to }: Span, by: number): Span {
  const length = to - from;
  const begin = Math.min(1 - length, Math.max(0, from + by * length));
  return { from: begin, to: begin + length };
}

interface RowsProps {
  calls: readonly Call[];
  range: { start: number; end: number };
  span: Span;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onZoom: (by: number) => void;
}

function Rows({ calls, range: { start, end }, span, chosen, onChoose, onZoom }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const element = box.current!;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onZoom(event.deltaY < 0 ? 1 / ZOOM : ZOOM);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    setView({ top: element.scrollTop, height: element.clientHeight });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);
  const first = Math.max(0, Math.floor(view.top / ROW_PX) - MORE_ROWS);
  const last = Math.min(calls.length, Math.ceil((view.top + view.height) / ROW_PX) + MORE_ROWS);
  const whole = end - start;
  const [from, to] = [start + span.from * whole, start + span.to * whole];
  const percent = (at: number): number => ((at - from) / (to - from)) * 100;
  const move = (event: KeyboardEvent, at: number): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by === undefined ? undefined : calls[at + by];
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
    const element = box.current!;
    const top = (at + by!) * ROW_PX;
    if (top < element.scrollTop) element.scrollTop = top;
    if (top > element.scrollTop + element.clientHeight - 3 * ROW_PX)
      element.scrollTop = top - element.clientHeight + 3 * ROW_PX;
  };
  return (
    <div
      class="bars"
      ref={box}
      role="listbox"
      aria-label="Calls"
      tabIndex={0}
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      onKeyDown={(event) =>
        move(
          event,
          calls.findIndex(({ id }) => id === chosen),
        )
      }
    >
      <Axis from={from - start} to={to - start} />
      <div
        style={{ position: 'relative', height: `${calls.length * ROW_PX}px`, minWidth: '420px' }}
        role="presentation"
      >
        {calls.slice(first, last).map((call, n) => (
          <Row
            key={call.id}
            call={call}
            top={(first + n) * ROW_PX}
            at={{ n: first + n + 1, of: calls.length }}
            isChosen={call.id === chosen}
            percent={percent}
            end={end}
            onChoose={() => onChoose(call.id === chosen ? null : call.id)}
          />
        ))}
      </div>
    </div>
  );
}

function Axis({ from, to }: { from: number; to: number }) {
  return (
    <div class="axis" aria-hidden="true">
      <div style={{ position: 'absolute', left: 'min(280px, 35%)', right: '0', top: '0', bottom: '0' }}>
        {Array.from({ length: TICKS }, (_, n) => (
          <span key={n} style={{ left: `${(n / TICKS) * 100}%` }}>
            {formatLength(from + ((to - from) * n) / TICKS)}
          </span>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  call: Call;
  top: number;
  at: { n: number; of: number };
  isChosen: boolean;
  percent: (at: number) => number;
  end: number;
  onChoose: () => void;
}

function Row({ call, top, at, isChosen, percent, end, onChoose }: RowProps) {
  const last = call.bars.at(-1);
  const labelAt = percent(last?.to ?? end);
  return (
    <div
      class="bar-row"
      role="option"
      aria-selected={isChosen}
      aria-setsize={at.of}
      aria-posinset={at.n}
      style={{ top: `${top}px` }}
      onClick={onChoose}
    >
      <span class="hidden">{spoken(call, end)}</span>
      <div class="name" aria-hidden="true">
        <span class="soft mono">{numberOf(call)}</span>
        <Status state={call.state}>{''}</Status>
        <b title={call.name}>{call.name}</b>
        {call.label !== null && <span class="soft">{call.label}</span>}
      </div>
      <div class="lane" aria-hidden="true">
        {call.bars.map((bar, n) => (
          <BarView key={n} bar={bar} percent={percent} end={end} />
        ))}
        {labelAt < 85 && labelAt > -5 && (
          <i style={{ left: `calc(${Math.max(0, labelAt)}% + 6px)` }}>{remark(call, end)}</i>
        )}
      </div>
    </div>
  );
}

function BarView({ bar, percent, end }: { bar: Bar; percent: (at: number) => number; end: number }) {
  const [left, right] = [percent(bar.from), percent(bar.to ?? end)];
  if (right < 0 || left > 100) return null;
  const style = { left: `${Math.max(-1, left)}%`, width: `${Math.min(101, right) - Math.max(-1, left)}%` };
  return <div class={`bar ${bar.kind === 'wait' ? 'wait idle' : toneOf(bar.state)}`} style={style} />;
}

const tookOf = ({ at, endedAt }: Call, end: number): string => formatLength((endedAt ?? end) - at);

function remark(call: Call, end: number): string {
  const tries = call.kind === 'step' && call.attempts > 1 ? `, ${call.attempts} attempts` : '';
  return `${tookOf(call, end)}${tries}`;
}

const spoken = (call: Call, end: number): string =>
  `${numberOf(call)}, ${call.kind} ${call.name}${call.label === null ? '' : ` ${call.label}`}, ${call.state}, ${remark(call, end)}`;
