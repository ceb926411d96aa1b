import { Component, type ReactNode } from 'react';

type Props = {
  /** What stands where something could not be drawn. */
  fallback: ReactNode;
  /** Another value is another chance. */
  resetKey?: string | undefined;
  children: ReactNode;
};
type State = { resetKey: string | undefined; hasFailed: boolean };

/** Keeps what its children throw while they are drawn, or whose code cannot be fetched, from taking more than them along. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
