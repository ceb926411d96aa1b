import { useLayoutEffect, useRef, useState } from 'react';
import primitives from '../../components/primitives.module.css';
import classes from './scene-card.module.css';
import { TagDot, useTagColors } from './tag-colors.tsx';

/** Tags of a scene, as many as fit, and the number of the others. */
export function SceneTags({ names }: { names: readonly string[] }) {
  const colors = useTagColors();
  const line = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(names.length);
  const joined = names.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other names are other elements to be measured.
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) {
      return;
    }
    const observer = new ResizeObserver(() => setCount(countIn(element)));
    observer.observe(element);
    setCount(countIn(element));
    return () => observer.disconnect();
  }, [joined]);
  if (names.length === 0) {
    return null;
  }
  const others = names.slice(count);
  return (
    <div ref={line} className={classes.tags}>
      {names.map((name, i) => (
        <span key={name} className={classes.tag} title={name} data-over={i >= count || undefined}>
          <TagDot color={colors.get(name) ?? 'grey'} />
          <span className={primitives.ellipsis}>{name}</span>
        </span>
      ))}
      {/* Always rendered, as it is measured too. */}
      <span
        className="flex-none tabular-nums"
        title={others.join(', ')}
        data-over={others.length === 0 || undefined}
      >
        +{others.length || names.length}
      </span>
    </div>
  );
}

function countIn(line: HTMLElement): number {
  const widths = [...line.children].map((child) => child.getBoundingClientRect().width);
  const more = widths.pop() ?? 0;
  const gap = Number.parseFloat(getComputedStyle(line).columnGap) || 0;
  return countFitting(widths, { room: line.clientWidth, gap, more });
}

/**
 * Number of leading items that fit into a row, with space for the "more" label if some are left out. At least
 * one, which is then truncated. All sizes in CSS pixels.
 */
export function countFitting(
  widths: readonly number[],
  { room, gap, more }: { room: number; gap: number; more: number },
): number {
  const ends: number[] = [];
  for (const width of widths) {
    ends.push((ends.at(-1) ?? -gap) + gap + width);
  }
  if ((ends.at(-1) ?? 0) <= room) {
    return widths.length;
  }
  return Math.max(1, ends.filter((end) => end + gap + more <= room).length);
}
