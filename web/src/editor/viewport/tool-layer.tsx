import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { LazyPart } from '../tools/lazy-part.tsx';
import classes from './viewport.module.css';

/** DOM layer of the active tool over the viewport, and its settings. */
export function ToolLayer() {
  const { tools } = useEditor();
  useSignalValue(tools.activeId);
  const { id, layer, panel } = tools.def;
  return (
    <>
      {layer && (
        <LazyBoundary key={id}>
          <LazyPart load={layer} />
        </LazyBoundary>
      )}
      {panel && (
        <div className={classes.toolPanel}>
          <LazyBoundary key={id} place="panel">
            <LazyPart load={panel} />
          </LazyBoundary>
        </div>
      )}
    </>
  );
}
