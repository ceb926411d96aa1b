import { Component, type ReactNode } from 'react';

type Props = {
  /** Content shown after a render error. */
  fallback: ReactNode;
  /** Key whose change retries rendering. */
  resetKey?: string | undefined;
  children: ReactNode;
};
type State = { resetKey: string | undefined; hasFailed: boolean };

/** Limits a render error, or a failed fetch of code, to its children. */
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
