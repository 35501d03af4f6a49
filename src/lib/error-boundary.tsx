import { Component, type ComponentType, type ReactNode } from 'react';

interface Props {
  /** The heading of the message. Without one, the children only decorate: they are removed without a message. React logs the error. */
  heading?: string;
  children: ReactNode;
}

/** Replaces its children, once one throws, with the error page’s heading (`error-page.json`) and the error's message. */
export class ErrorBoundary extends Component<Props, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (!this.props.heading) return null;
    return (
      <div role="alert">
        <h2>{this.props.heading}</h2>
        <p>{error.message}</p>
      </div>
    );
  }
}

/** An island in an error boundary, which gets the heading as `errorHeading`. */
export function withErrorBoundary<Own extends object>(Island: ComponentType<Own>) {
  return (props: Own & { errorHeading: string }) => (
    <ErrorBoundary heading={props.errorHeading}>
      <Island {...props} />
    </ErrorBoundary>
  );
}
