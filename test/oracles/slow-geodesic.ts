/**
 * Distance and first direction of the shortest line on the WGS84 ellipsoid, by the series of Vincenty (1975),
 * whose error is below a millimetre. Slow, and independent of `src/geo`.
 */
export function slowGeodesic(
  [lon1, lat1]: readonly [number, number],
  [lon2, lat2]: readonly [number, number],
): { distance_m: number; azimuth: number } {
  const a = 6_378_137;
  const f = 1 / 298.257223563;
  const b = a * (1 - f);
  const rad = Math.PI / 180;
  const L = (lon2 - lon1) * rad;
  const U1 = Math.atan((1 - f) * Math.tan(lat1 * rad));
  const U2 = Math.atan((1 - f) * Math.tan(lat2 * rad));
  const [sU1, cU1, sU2, cU2] = [Math.sin(U1), Math.cos(U1), Math.sin(U2), Math.cos(U2)];
  let lambda = L;
  for (let round = 0; round < 100; round++) {
    const [sL, cL] = [Math.sin(lambda), Math.cos(lambda)];
    const sinSigma = Math.hypot(cU2 * sL, cU1 * sU2 - sU1 * cU2 * cL);
    if (sinSigma === 0) return { distance_m: 0, azimuth: 0 };
    const cosSigma = sU1 * sU2 + cU1 * cU2 * cL;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cU1 * cU2 * sL) / sinSigma;
    const cos2Alpha = 1 - sinAlpha ** 2;
    const cosM = cos2Alpha === 0 ? 0 : cosSigma - (2 * sU1 * sU2) / cos2Alpha;
    const C = (f / 16) * cos2Alpha * (4 + f * (4 - 3 * cos2Alpha));
    const next =
      L + (1 - C) * f * sinAlpha * (sigma + C * sinSigma * (cosM + C * cosSigma * (2 * cosM ** 2 - 1)));
    if (Math.abs(next - lambda) < 1e-13) {
      const u2 = (cos2Alpha * (a ** 2 - b ** 2)) / b ** 2;
      const A = 1 + (u2 / 16384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
      const B = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
      const cosM2 = 2 * cosM ** 2 - 1;
      const last = (B / 6) * cosM * (4 * sinSigma ** 2 - 3) * (4 * cosM ** 2 - 3);
      const distance_m = b * A * (sigma - B * sinSigma * (cosM + (B / 4) * (cosSigma * cosM2 - last)));
      const azimuth = Math.atan2(cU2 * sL, cU1 * sU2 - sU1 * cU2 * cL) / rad;
      return { distance_m, azimuth: (azimuth + 360) % 360 };
    }
    lambda = next;
  }
  throw new Error('the points lie on opposite sides of the earth');
}
