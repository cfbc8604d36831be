import { freePort } from '../free-port.js';
import { Load, type LoadOptions } from './load.js';
import { SmallProxy } from './small-proxy.js';
import { Service, type ServiceOptions } from './workers-service.js';

export type ReplicaOptions = Omit<ServiceOptions, 'port'>;

/** Replicas behind a balancer, all on this machine. */
export class Deployment {
  readonly #options: readonly ReplicaOptions[];
  readonly #ports: readonly number[];
  /** Those that run now. */
  readonly services: Service[] = [];
  /** Those that have run and were replaced, too. */
  readonly all: Service[] = [];
  #proxy!: SmallProxy;

  /** Resolves when the balancer has seen that all are ready. */
  static async start(options: readonly ReplicaOptions[]): Promise<Deployment> {
    const ports: number[] = [];
    for (let i = 0; i < options.length; i++) ports.push(await freePort());
    const deployment = new Deployment(options, ports);
    try {
      await Promise.all(options.map((_, i) => deployment.#start(i)));
      const proxy = await SmallProxy.start(ports);
      deployment.#proxy = proxy;
      await deployment.services[0].until(() => ports.every((port) => proxy.isReady(port)), 'readiness');
    } catch (error) {
      deployment.kill();
      throw error;
    }
    return deployment;
  }

  private constructor(options: readonly ReplicaOptions[], ports: readonly number[]) {
    this.#options = options;
    this.#ports = ports;
  }

  /** What clients could not be answered, because no replica took it or one broke off. */
  get failures(): readonly string[] {
    return this.#proxy.failures;
  }

  load(options: Omit<LoadOptions, 'port'>): Load {
    return new Load({ port: this.#proxy.port, ...options });
  }

  /**
   * Stops one replica in good order and starts it again. Resolves when it has answered requests.
   * @returns the status of the one that ended
   */
  async restart(i: number): Promise<number | NodeJS.Signals | null> {
    const status = await this.services[i].stop();
    await this.#start(i);
    const port = this.#ports[i];
    const before = this.#proxy.answeredBy(port);
    await this.services[i].until(() => this.#proxy.answeredBy(port) > before + 20, 'answers after a restart');
    return status;
  }

  /** Stops all replicas in good order. @returns their status */
  stop(): Promise<(number | NodeJS.Signals | null)[]> {
    return Promise.all(this.services.map((service) => service.stop()));
  }

  /** Ends whatever still runs. */
  kill(): void {
    for (const { child } of this.all) if (child.exitCode === null) child.kill('SIGKILL');
    void (this.#proxy as SmallProxy | undefined)?.stop();
  }

  async #start(i: number): Promise<void> {
    const service = await Service.start({ ...this.#options[i], port: this.#ports[i] });
    this.services[i] = service;
    this.all.push(service);
  }
}
