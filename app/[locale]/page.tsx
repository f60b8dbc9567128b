export default async function HomePage() {
  return <h1>home</h1>;
}
