import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { useWords } from '../../hooks/use-words.ts';
import { type Readable, Store } from '../../store.ts';
import { DropperTool } from './dropper-tool.ts';
import classes from './swatch.module.css';

const NOTHING: Readable<null> = new Store(null);

/** The material under the pointer, or in the hand, beside the pointer. */
export function Swatch() {
  const { tools } = useEditor();
  const { t } = useWords();
  const tool = tools.current;
  const shown = useStore<DropperTool['shown'] extends Readable<infer Value> ? Value | null : never>(
    tool instanceof DropperTool ? tool.shown : NOTHING,
  );
  const material = shown?.found.material;
  if (!shown || !material) {
    return null;
  }
  return (
    <div className={classes.swatch} style={{ transform: `translate(${shown.x + 16}px, ${shown.y + 16}px)` }}>
      <span aria-hidden="true" className={classes.color} style={{ background: material.color }} />
      <span>{material.name || t('material.name')}</span>
      <span className={classes.value}>
        {t('dropper.roughness', { value: material.roughness.toFixed(2) })}
      </span>
    </div>
  );
}
