import { from, lastValueFrom, of, Subject } from 'rxjs';
import { concatMap, filter, map, reduce, scan, toArray } from 'rxjs/operators';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const doubled = await lastValueFrom(
    from([1, 2, 3]).pipe(
      concatMap((n) => echo(n * 2)),
      toArray(),
    ),
  );
  const seen: number[] = [];
  const subject = new Subject<number>();
  subject.pipe(scan((sum, n) => sum + n, 0)).subscribe((n) => seen.push(n));
  for (const n of doubled) subject.next(n);
  return [
    doubled,
    seen,
    await lastValueFrom(
      of(1, 2, 3, 4).pipe(
        filter((n) => n % 2 === 0),
        map((n) => n * n),
        reduce((a, b) => a + b),
      ),
    ),
  ];
}
