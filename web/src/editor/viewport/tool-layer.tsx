import { LatePart } from '../../components/feedback/late-part.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { LazyPart } from '../tools/lazy-part.tsx';
import classes from './viewport.module.css';

/** DOM layer of the active tool over the viewport, and its settings. */
export function ToolLayer() {
  const { tools } = useEditor();
  useStore(tools);
  const { id, layer, panel } = tools.def;
  return (
    <>
      {layer && (
        <LatePart key={id}>
          <LazyPart load={layer} />
        </LatePart>
      )}
      {panel && (
        <div className={classes.toolPanel}>
          <LatePart key={id} place="panel">
            <LazyPart load={panel} />
          </LatePart>
        </div>
      )}
    </>
  );
}
