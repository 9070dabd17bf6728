import { Component, type ReactNode } from 'react';

interface Props {
  /** What stands in the place of a part that broke. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Keeps a mistake in one part of the page from blanking all of it. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
