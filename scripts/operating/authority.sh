# An authority of our own, in a folder: authority.crt, and finance.crt with finance.key for every name of the page.
authority() {
  local folder=$1 names
  names=DNS:finance.example,DNS:api.finance.example,DNS:smtp.finance.example,DNS:www.googleapis.com
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=Authority of a test" -addext basicConstraints=critical,CA:true \
    -addext keyUsage=critical,keyCertSign -keyout "$folder/authority.key" -out "$folder/authority.crt" 2>/dev/null
  openssl req -newkey rsa:2048 -nodes -subj /CN=finance.example -keyout "$folder/finance.key" -out "$folder/finance.csr" 2>/dev/null
  openssl x509 -req -in "$folder/finance.csr" -CA "$folder/authority.crt" -CAkey "$folder/authority.key" -CAcreateserial -days 2 \
    -extfile <(printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\n' "$names") -out "$folder/finance.crt" 2>/dev/null
}
