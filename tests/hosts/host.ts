import type { RunningServer } from '../support/start-server.ts';

/** A built site, and where a host on this machine is to serve it. */
export interface Site {
  /** Folder of the built site. */
  readonly dir: string;
  /** Port of the site by https; the site is built for localhost at this port. */
  readonly port: number;
  /** Port for plain http. */
  readonly httpPort: number;
  /** File with the certificate and its key, as PEM. */
  readonly certificate: string;
  /** Folder for whatever the host writes. */
  readonly workDir: string;
}

export interface RunningHost extends RunningServer {
  /** Where it answers plain http, if it does. */
  readonly plainHttp?: string;
}

/** Starts a host with the site; undefined when it is not to be had on this machine. */
export type StartHost = (site: Site) => Promise<RunningHost | undefined>;
