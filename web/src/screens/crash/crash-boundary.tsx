import { Component, type ReactNode } from 'react';
import { Button } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useT } from '../../hooks/use-language.tsx';

type Props = { place: string; children: ReactNode };
type State = { place: string; hasCrashed: boolean };

/** Catches what a page threw while drawing, so that the person can go on; another place is another chance. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, hasCrashed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasCrashed: true };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, hasCrashed: false };
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? <CrashScreen /> : this.props.children;
  }
}

function CrashScreen() {
  const t = useT();
  return (
    <main role="alert">
      <EmptyState
        heading="h1"
        title={t('problem.crash.title')}
        text={t('problem.crash.text')}
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('problem.crash.reload')}
          </Button>
        }
      />
    </main>
  );
}
