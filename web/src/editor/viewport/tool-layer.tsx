import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { LazyPart } from '../tools/lazy-part.tsx';
import classes from './viewport.module.css';

/** What the tool in use lays over the viewport, and its settings above. */
export function ToolLayer() {
  const { tools } = useEditor();
  useStore(tools);
  const { layer, panel } = tools.def;
  return (
    <>
      {layer && <LazyPart load={layer} />}
      {panel && (
        <div className={classes.toolPanel}>
          <LazyPart load={panel} />
        </div>
      )}
    </>
  );
}
