import { formatDecimal } from '@diorama/shared/i18n/format.ts';
import { useStore } from '../../hooks/use-store.ts';
import { useWords } from '../../hooks/use-words.ts';
import { type Readable, Store } from '../../store.ts';
import type { DropperTool } from './dropper-tool.ts';
import classes from './swatch.module.css';
import { useDropperTool } from './use-dropper-tool.ts';

const NOTHING: Readable<null> = new Store(null);

/** The material under the pointer, or in the hand, beside the pointer. */
export function Swatch() {
  const { t, language } = useWords();
  const tool = useDropperTool();
  const shown = useStore<DropperTool['shown'] extends Readable<infer Value> ? Value | null : never>(
    tool?.shown ?? NOTHING,
  );
  if (!shown) {
    return null;
  }
  const { color, name, found } = shown;
  return (
    <div className={classes.swatch} style={{ transform: `translate(${shown.x + 16}px, ${shown.y + 16}px)` }}>
      <span aria-hidden="true" className={classes.color} style={{ background: color }} />
      <span>{name || t('material.name')}</span>
      {found.material && (
        <span className={classes.value}>
          {t('dropper.roughness', {
            value: formatDecimal(language, found.material.roughness, { decimals: 2, isPadded: true }),
          })}
        </span>
      )}
    </div>
  );
}
