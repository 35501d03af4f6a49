import { Component, type ReactNode } from 'react';

interface Props {
  /** The fallback screen's heading. */
  heading: string;
  children: ReactNode;
}

/** Replaces an island that throws after waking by the fallback heading and the error's message. */
export class ErrorBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="notice" role="alert">
        <h2>{this.props.heading}</h2>
        <p>{error.message}</p>
      </div>
    );
  }
}
