/** The same object with some of its properties replaced. Its own methods keep their `this`. */
export function withMethods(target, replaced) {
  return new Proxy(target, {
    get: (_, name) => {
      if (Object.hasOwn(replaced, name)) return replaced[name];
      const value = target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
