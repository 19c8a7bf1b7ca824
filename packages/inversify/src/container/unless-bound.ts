import type { BindToFluentSyntax, ContainerModuleLoadOptions, ServiceIdentifier } from 'inversify';

/** Binds a token unless it is bound already. */
export type BindUnlessBound = <TService>(
  token: ServiceIdentifier<TService>,
  to: (binding: BindToFluentSyntax<TService>) => void,
) => void;

export function unlessBound({ bind, isBound }: ContainerModuleLoadOptions): BindUnlessBound {
  return (token, to) => {
    if (!isBound(token)) to(bind(token));
  };
}
